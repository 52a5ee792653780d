type Ref;
type Field _;
var Heap: <T>[Ref, Field T]T;

procedure Use(o: Ref, f: Field int, g: Field int, b: Field bool) returns (n: int)
  modifies Heap;
{
  Heap[o, b] := true;
  Heap[o, f] := 1;
  Heap[o, g] := 2;
  n := Heap[o, f];
}
