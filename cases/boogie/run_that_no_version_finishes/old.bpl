var g: int;
procedure p(x: int) returns (r: int)
  modifies g;
{
  g := 1;
  assume false;
}
