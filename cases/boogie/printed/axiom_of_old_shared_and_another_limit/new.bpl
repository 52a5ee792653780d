function Hash(x: int) returns (int);
var Mem_T.INT4: [int]int;
procedure f(a: int, k: int) returns (r: int)
{
  r := 0;
  if (0 <= Hash(k) && Hash(k) < 15) {
    r := Mem_T.INT4[a + Hash(k)];
  }
}
