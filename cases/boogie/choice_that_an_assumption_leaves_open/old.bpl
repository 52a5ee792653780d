procedure p(x: int) returns (r: int)
{
  havoc r;
  assume r * r == x * x;
}
