procedure pick() returns (y: int)
{
  havoc y;
}
procedure P() returns (r: int)
{
  call r := pick();
  r := r * 2;
}
