function limit(a: int, b: int) returns (int);
var g: int;

procedure P(x: int) returns (r: int)
  modifies g;
{
  g := x;
  r := limit(g);
}
