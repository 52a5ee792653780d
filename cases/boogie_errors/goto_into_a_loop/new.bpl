procedure P(x: int) returns (r: int)
{
  r := 0;
  goto Inside;
  while (r < x) {
    Inside:
    r := r + 1;
  }
}
