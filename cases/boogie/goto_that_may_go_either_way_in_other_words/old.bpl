var g: int;
procedure p() returns (r: int)
  modifies g;
{
  goto a, b;
 a:
  g := 1;
  r := 1;
  return;
 b:
  g := 2;
  r := 1;
  return;
}
