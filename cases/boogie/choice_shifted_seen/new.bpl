procedure P() returns (r: int)
{
  havoc r;
  r := r + r;
}
