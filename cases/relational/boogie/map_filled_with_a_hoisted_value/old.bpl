procedure Fill(a: [int]int, n: int, x: int) returns (b: [int]int)
{
  var i: int;
  b := a;
  i := 0;
  while (i < n) {
    b[i] := x * x;
    i := i + 1;
  }
}
