procedure Find(a: [int]int, n: int, x: int) returns (r: int)
{
  var i: int;
  i := 0;
  r := -1;
  while (i < n && r == -1) {
    if (a[i] == x) { r := i; }
    i := i + 1;
  }
}
