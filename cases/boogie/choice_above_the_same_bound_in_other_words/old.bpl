procedure p(x: int) returns (r: int)
{
  havoc r;
  assume r > x;
}
