procedure Total(n: int) returns (s: int)
{
  var k: int;
  s := 0;
  k := n;
  while (k > 0) {
    s := s + k;
    k := k - 1;
  }
}
