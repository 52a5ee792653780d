procedure Sum(a: [int]int) returns (s: int)
{
  var i: int;
  i, s := 0, 0;
  while (i < 4)
    invariant 0 <= i && i <= 4;
  {
    s := s + a[i];
    i := i + 1;
  }
}
