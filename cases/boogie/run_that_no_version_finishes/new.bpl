var g: int;
procedure p(x: int) returns (r: int)
  modifies g;
{
  assume false;
}
