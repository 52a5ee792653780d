procedure p(Mem: [int]int, a: int) returns (r: int)
{
  r := if a != 0 then Mem[a] else 0;
}
