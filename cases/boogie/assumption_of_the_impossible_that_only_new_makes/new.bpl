procedure p(x: int) returns (r: int)
{
  r := x + 1;
  if (x > 3) {
    assume false;
  }
}
