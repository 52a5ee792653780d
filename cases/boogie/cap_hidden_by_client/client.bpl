procedure Clamp(x: int) returns (y: int);

procedure Percent(x: int) returns (y: int)
{
  y := 0;
  if (x < 100) { call y := Clamp(x); }
}
