procedure Total(n: int) returns (s: int)
{
  var k: int;
  s := 0;
  k := n;
  while (k > 1) {
    s := s + k;
    k := k - 1;
  }
}
