var g: int;
var h: int;
procedure q(x: int) returns (y: int);
  ensures y >= g;
procedure f(x: int) returns (r: int)
{
  call r := q(x);
}
