var Grid: [int, int]int;

procedure Put(x: int, y: int, v: int) returns (before: int)
  modifies Grid;
{
  before := Grid[x, y];
  Grid[x, y] := v;
}
