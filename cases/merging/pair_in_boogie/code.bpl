procedure f(a: int) returns (r: int)
{
  if (a > 0) { r := a; } else { r := 0; }
}

procedure g(b: int) returns (s: int)
{
  s := 0;
  if (b > 0) { s := b; }
}
