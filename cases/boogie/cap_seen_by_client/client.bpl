procedure Clamp(x: int) returns (y: int);

procedure Double(x: int) returns (y: int)
{
  call y := Clamp(2 * x);
}
