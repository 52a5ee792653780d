var g: int;

procedure Grow(d: int) returns (grown: bool)
  modifies g;
{
  g := g + d;
  grown := g > old(g);
}
