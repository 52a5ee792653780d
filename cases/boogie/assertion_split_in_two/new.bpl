procedure Get(a: [int]int, n: int, i: int) returns (v: int)
{
  v := a[i];
  assert i >= 0;
  assert !(n <= i);
}
