procedure P(x: bv8) returns (r: bv8)
{
  r := 300bv8;
}
