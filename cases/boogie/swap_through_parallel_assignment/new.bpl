var Heap: [int]int;

procedure Swap(p: int, q: int)
  modifies Heap;
{
  var a, b: int;
  a, b := Heap[p], Heap[q];
  Heap := Heap[p := b][q := a];
}
