procedure P(n: int) returns (r: int, s: int)
{
  havoc r;
  s := r + n;
}
