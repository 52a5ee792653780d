var Mem: [int]int;

procedure clear(n: int)
  modifies Mem;
{
  var i: int;
  i := 0;
  while (i < n) {
    Mem[i] := 0;
    i := i + 1;
  }
}
