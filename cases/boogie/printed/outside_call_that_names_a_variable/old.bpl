var g: int;
var h: int;
procedure q(x: int) returns (y: int);
  ensures y >= g;
procedure f(x: int) returns (r: int)
{
  g := 1;
  call r := q(x);
  g := 2;
}
