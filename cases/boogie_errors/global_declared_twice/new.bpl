var g: int;
var g: bool;

procedure P(x: int) returns (r: int)
  modifies g;
{
  g := x;
  r := g + 1;
}
