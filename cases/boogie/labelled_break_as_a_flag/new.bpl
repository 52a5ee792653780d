procedure Count(n: int) returns (c: int)
{
  var i: int, j: int, done: bool;
  i, c, done := 0, 0, false;
  while (i < 2 && !done) {
    j := 0;
    while (j < 2 && !done) {
      if (c == n) { done := true; }
      else { c, j := c + 1, j + 1; }
    }
    i := i + 1;
  }
}
