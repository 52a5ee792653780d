procedure Largest(a: [int]int, n: int) returns (m: int)
{
  var i: int;
  m := a[0];
  i := 2;
  while (i < n) {
    if (m < a[i]) { m := a[i]; }
    i := i + 1;
  }
}
