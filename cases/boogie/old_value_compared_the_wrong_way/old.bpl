var g: int;

procedure Grow(d: int) returns (grown: bool)
  modifies g;
{
  var before: int;
  before := g;
  g := g + d;
  grown := g > before;
}
