procedure Find(a: [int]int, n: int, x: int) returns (r: int)
{
  var i: int;
  i := 0;
  r := -1;
  while (true) {
    if (i >= n) { return; }
    if (x == a[i]) { r := i; return; }
    i := i + 1;
  }
}
