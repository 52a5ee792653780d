procedure P() returns (r: int)
{
  havoc r;
}
