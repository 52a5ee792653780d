var g: int;
var h: int;

procedure P(x: int) returns (r: int)
  modifies h;
{
  call Q(x);
  r := g + 1;
}

procedure Q(x: int);
  modifies g;
