procedure Get(a: [int]int, n: int, i: int) returns (v: int)
{
  assert 0 <= i && i < n;
  v := a[i];
}
