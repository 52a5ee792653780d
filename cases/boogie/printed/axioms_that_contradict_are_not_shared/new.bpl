function Hash(x: int) returns (int);
axiom (forall x: int :: {Hash(x)} Hash(x) < 0);
var Mem_T.INT4: [int]int;
procedure f(a: int, k: int) returns (r: int)
{
  r := 1;
  if (Hash(k) < 0) { r := 2; }
}
