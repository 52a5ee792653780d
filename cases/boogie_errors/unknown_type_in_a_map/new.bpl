var g: int;
var heap: [ref]int;

procedure P(x: int) returns (r: int)
  modifies g;
{
  g := x;
  r := g + 1;
}
