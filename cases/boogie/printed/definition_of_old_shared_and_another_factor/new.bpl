function MULT(a: int, b: int) returns (int);
procedure f(x: int) returns (r: int)
{
  r := MULT(x, 8);
}
