var g: int;

procedure q();

procedure p(x: int) returns (r: int)
  modifies g;
{
  g := 1;
  call q();
  r := g + x;
}
