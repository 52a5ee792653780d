var Grid: [int, int]int;

procedure Put(x: int, y: int, v: int) returns (before: int)
  modifies Grid;
{
  Grid[y, x] := v;
  before := old(Grid)[x, y];
}
