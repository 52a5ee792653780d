type Ref;
type Field _;
var Heap: <T>[Ref, Field T]T;
const unique count: Field int;
const unique open: Field bool;

procedure Use(o: Ref, k: int) returns (n: int)
  modifies Heap;
{
  Heap[o, open] := true;
  Heap[o, count] := k + 1;
  n := Heap[o, count];
}
