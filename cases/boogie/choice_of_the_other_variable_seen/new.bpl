procedure P(n: int) returns (r: int, s: int)
{
  havoc s;
  r := s + n;
}
