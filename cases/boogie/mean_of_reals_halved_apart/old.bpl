procedure Mean(x: real, y: real) returns (m: real)
{
  m := (x + y) / 2.0;
}
