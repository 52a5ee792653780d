procedure Copy(a: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  b := a;
  i := 0;
  while (n >= i) {
    b[i] := 1 + a[i];
    i := i + 1;
  }
}
