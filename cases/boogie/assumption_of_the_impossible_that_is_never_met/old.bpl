procedure p(x: int) returns (r: int)
{
  r := x * x;
}
