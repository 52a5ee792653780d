procedure Mean(x: real, y: real) returns (m: real)
{
  m := 0.5 * x + y / 2.0;
}
