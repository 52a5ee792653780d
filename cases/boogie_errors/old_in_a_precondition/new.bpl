var g: int;

procedure P(x: int) returns (r: int)
  requires old(g) > 0;
  modifies g;
{
  g := x;
  r := g + 1;
}
