procedure next(x: int) returns (y: int);
  ensures x > x + 0 * y;
procedure f(x: int) returns (r: int)
{
  call r := next(x);
}
