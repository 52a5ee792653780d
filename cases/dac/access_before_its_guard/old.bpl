procedure p(Mem: [int]int, a: int) returns (r: int)
{
  r := 0;
  if (a != 0 && Mem[a] > 0) {
    r := 1;
  }
}
