procedure pick() returns (y: int)
{
  havoc y;
  y := y - 1;
}
procedure P() returns (r: int)
{
  call r := pick();
  r := r * 2;
}
