procedure p(x: int) returns (r: int)
  requires x > 0;
{
  r := x + 1;
}
