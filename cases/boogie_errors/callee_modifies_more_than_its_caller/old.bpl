var g: int;
var h: int;

procedure P(x: int) returns (r: int)
  modifies g;
{
  g := x;
  r := g + 1;
}
