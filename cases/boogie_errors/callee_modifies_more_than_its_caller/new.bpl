var g: int;

procedure P(x: int) returns (r: int)
{
  call Q(x);
  r := g + 1;
}

procedure Q(x: int);
  modifies g;
