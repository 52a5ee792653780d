var Grid: [int, int]int;

procedure Put(x: int, y: int, v: int) returns (before: int)
  modifies Grid;
{
  Grid := Grid[x, y := v];
  before := old(Grid)[x, y];
}
