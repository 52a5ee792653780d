procedure Norm(x: int, y: int) returns (n: int)
{
  n := x * x + y * x;
}
