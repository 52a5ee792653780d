var g: int;

procedure P(x: int) returns (r: int)
  modifies g;
{
  x := 0;
  r := g + 1;
}
