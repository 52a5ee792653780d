var g: int;

procedure q();
  modifies g;

procedure p(x: int) returns (r: int)
  modifies g;
{
  g := 1;
  call q();
  r := g + x;
}
