procedure p(x: int) returns (r: int)
{
  r := 1 + x;
  assume !(x < 1);
}
