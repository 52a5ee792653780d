procedure Count(n: int) returns (c: int)
{
  var i: int, j: int;
  i, c := 0, 0;
  outer:
  while (i < 2) {
    j := 0;
    while (j < 2) {
      if (c == n) { break outer; }
      c, j := c + 1, j + 1;
    }
    i := i + 1;
  }
}
