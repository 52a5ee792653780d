procedure p(x: int) returns (r: int)
  requires 1 <= x;
{
  r := x;
}
