var g: int;

procedure P(x: int) returns (r: int)
{
  g := x;
  r := g + 1;
}
