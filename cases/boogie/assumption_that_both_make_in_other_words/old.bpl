procedure p(x: int) returns (r: int)
{
  assume x > 0;
  r := x + 1;
}
