procedure outside(x: int) returns (r: int);

procedure f(x: int) returns (r: int)
{
  if (x > 0) {
    call r := outside(x);
  } else {
    r := 0;
  }
}
