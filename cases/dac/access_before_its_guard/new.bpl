procedure p(Mem: [int]int, a: int) returns (r: int)
{
  r := 0;
  if (Mem[a] > 0 && a != 0) {
    r := 1;
  }
}
