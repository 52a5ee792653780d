procedure Cube(x: int) returns (r: int)
{
  r := x * x * x;
}
