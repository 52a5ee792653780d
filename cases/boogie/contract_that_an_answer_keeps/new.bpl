procedure next(x: int) returns (y: int);
  ensures x + 1 >= x + 0 * y;
procedure f(x: int) returns (r: int)
{
  assume false;
}
