procedure P() returns (r: int)
{
  havoc r;
  r := r + 1;
}
