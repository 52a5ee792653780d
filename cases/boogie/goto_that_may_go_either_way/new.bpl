var g: int;
procedure p() returns (r: int)
  modifies g;
{
  if (*) { g := 1; } else { g := 3; }
  r := 1;
}
