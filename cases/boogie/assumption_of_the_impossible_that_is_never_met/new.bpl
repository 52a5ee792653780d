procedure p(x: int) returns (r: int)
{
  r := x * x;
  if (r < 0) {
    assume false;
  }
}
