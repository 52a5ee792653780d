procedure p(x: int) returns (r: int)
  ensures r >= 1;
{
  r := x;
}
