procedure Steps(n: int) returns (c: int)
{
  var k: int;
  k := n;
  c := 0;
  while (k > 0) {
    c := c + 2;
    k := k - 1;
  }
}
