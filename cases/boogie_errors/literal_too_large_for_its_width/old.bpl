procedure P(x: bv8) returns (r: bv8)
{
  r := x;
}
