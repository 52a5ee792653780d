procedure Copy(a: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  b := a;
  i := 0;
  while (i < n) {
    b[i] := a[i] + 1;
    i := i + 1;
  }
}
