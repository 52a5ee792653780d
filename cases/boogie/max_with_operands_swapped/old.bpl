procedure Max(x: int, y: int) returns (m: int)
{
  if (x > y) { m := x; } else { m := y; }
}
