var g: int;
var used: [int]bool;

procedure P(x: int) returns (r: int)
  modifies g;
{
  g := x;
  r := used[true];
}
