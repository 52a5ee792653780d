type Ref;
type Field _;
var Heap: <T>[Ref, Field T]T;
const unique count: Field int;
const unique open: Field bool;

procedure Use(o: Ref, k: int) returns (n: int)
  modifies Heap;
{
  n := k + 1;
  Heap := Heap[o, count := n][o, open := true];
}
