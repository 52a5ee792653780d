procedure P(x: int) returns (r: int);

implementation P(x: bool) returns (r: int)
{
  r := 1;
}
