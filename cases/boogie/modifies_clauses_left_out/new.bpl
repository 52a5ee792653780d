var g: int;

procedure f(x: int) returns (r: int)
{
  r := g + x;
  g := r;
}
