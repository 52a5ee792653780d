function Hash(x: int) returns (int);
var Mem_T.INT4: [int]int;
procedure f(a: int, k: int) returns (r: int)
{
  r := Mem_T.INT4[a + Hash(k)];
}
