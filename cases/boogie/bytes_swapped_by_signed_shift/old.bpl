procedure SwapBytes(x: bv16) returns (y: bv16)
{
  y := x[8:0] ++ x[16:8];
}
