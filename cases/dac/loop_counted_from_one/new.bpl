var Mem: [int]int;

procedure clear(n: int)
  modifies Mem;
{
  var j: int;
  j := 1;
  while (j <= n) {
    Mem[j - 1] := 0;
    j := j + 1;
  }
}
