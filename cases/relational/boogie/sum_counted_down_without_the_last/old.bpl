procedure Total(n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 1;
  while (i <= n) {
    s := s + i;
    i := i + 1;
  }
}
