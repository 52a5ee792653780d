var g: int;

procedure P(x: int, y: int) returns (r: int)
  modifies g;
{
  g := x;
  r := y;
}
