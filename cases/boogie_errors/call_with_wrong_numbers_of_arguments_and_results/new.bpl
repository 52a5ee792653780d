var g: int;

procedure P(x: int) returns (r: int)
  modifies g;
{
  g := x;
  call r := Q(g, 1);
}

procedure Q(a: int) returns (b: int, c: int);
