procedure Pow(b: int, e: int) returns (r: int)
{
  if (e <= 0) {
    r := 1;
  } else {
    call r := Pow(b, e - 1);
    r := r * b;
  }
}

procedure Cube(x: int) returns (r: int)
{
  call r := Pow(x, 3);
}
