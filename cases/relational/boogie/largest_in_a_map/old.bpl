procedure Largest(a: [int]int, n: int) returns (m: int)
{
  var i: int;
  m := a[0];
  i := 1;
  while (i < n) {
    if (a[i] > m) { m := a[i]; }
    i := i + 1;
  }
}
