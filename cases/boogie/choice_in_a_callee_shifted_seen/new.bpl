procedure pick() returns (y: int)
{
  havoc y;
  if (y < 0) { y := 0; }
}
procedure P() returns (r: int)
{
  call r := pick();
  r := r * 2;
}
