procedure AllSmall(a: [int]int) returns (b: bool)
{
  b := a[0] < 10 && a[1] < 10 && a[2] < 10;
}
