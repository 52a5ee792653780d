procedure Mean(x: real, y: real) returns (m: real)
{
  m := real(int((x + y) / 2.0));
}
