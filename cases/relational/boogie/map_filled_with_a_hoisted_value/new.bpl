procedure Fill(a: [int]int, n: int, x: int) returns (b: [int]int)
{
  var i, y: int;
  b := a;
  y := x * x;
  i := 0;
  while (i < n) {
    b[i] := y;
    i := i + 1;
  }
}
