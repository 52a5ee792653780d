procedure p(x: int) returns (r: int)
  ensures r > 0;
{
  r := x;
}
