procedure P(x: int) returns (r: bool)
{
  r := x > 0 && x < 9 || x == 20;
}
