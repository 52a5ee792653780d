function Hash(x: int) returns (int);
axiom (forall x: int :: {Hash(x)} 0 <= Hash(x) && Hash(x) < 16);
var Mem_T.INT4: [int]int;
procedure f(a: int, k: int) returns (r: int)
{
  r := 0;
  if (0 <= Hash(k) && Hash(k) < 16) {
    r := Mem_T.INT4[a + Hash(k)];
  }
}
