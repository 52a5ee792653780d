procedure p(x: int) returns (r: int)
{
  havoc r;
  assume 2 * r == 2 * x + 4;
}
