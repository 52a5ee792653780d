procedure P(x: bv8) returns (r: bv4)
{
  r := x[8:4];
}
