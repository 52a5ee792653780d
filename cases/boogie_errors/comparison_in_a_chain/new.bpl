procedure P(x: int) returns (r: bool)
{
  r := 0 < x < 9;
}
