procedure Clamp(x: int) returns (y: int)
{
  y := x;
  if (x < 0) { y := 0; }
}
