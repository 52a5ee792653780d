var Heap: [int]int;

procedure Swap(p: int, q: int)
  modifies Heap;
{
  var t: int;
  t := Heap[p];
  Heap[p] := Heap[q];
  Heap[q] := t;
}
