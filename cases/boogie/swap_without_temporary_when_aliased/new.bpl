var Heap: [int]int;

procedure Swap(p: int, q: int)
  modifies Heap;
{
  Heap[p] := Heap[p] + Heap[q];
  Heap[q] := Heap[p] - Heap[q];
  Heap[p] := Heap[p] - Heap[q];
}
