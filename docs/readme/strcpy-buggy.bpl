var Mem: [int]int;

procedure StringCopy(dst: int, src: int, size: int)
  modifies Mem;
{
  var dtmp, stmp, i, c: int;
  dtmp := dst;
  stmp := src;
  i := 0;
  while (true) {
    c := Mem[stmp];
    if (c == 0) { break; }
    if (i >= size - 1) { break; }
    Mem[dtmp] := c;
    dtmp := dtmp + 1;
    stmp := stmp + 1;
    i := i + 1;
  }
  Mem[dtmp] := 0;
}
