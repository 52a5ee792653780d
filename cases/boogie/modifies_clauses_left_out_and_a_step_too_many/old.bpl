var g: int;

procedure step(x: int)
{
  g := g + x;
}

procedure f(x: int) returns (r: int)
{
  call step(x);
  r := g;
}
