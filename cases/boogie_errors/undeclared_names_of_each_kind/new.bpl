var g: int;

procedure P(x: int) returns (r: int)
  modifies g;
{
  g := limit;
  call r := Next(f(x));
  y := 1;
}
