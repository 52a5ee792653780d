procedure Abs(x: int) returns (r: int)
{
  if (x < 0) { r := 0 - x; } else { r := x; }
}
