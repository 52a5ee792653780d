var g: int;
procedure p() returns (r: int)
  modifies g;
{
  if (*) { g := 2; } else { g := 1; }
  r := 1;
}
