procedure Sum(a: [int]int) returns (s: int)
{
  s := a[0] + a[1] + a[2] + a[3];
}
