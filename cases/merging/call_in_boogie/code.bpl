procedure larger(a: int, b: int) returns (r: int)
{
  if (a > b) { r := a; } else { r := b; }
}

procedure f(a: int, b: int) returns (r: int)
{
  if (a > 0) {
    call r := larger(a, b);
  } else {
    r := b;
  }
}
