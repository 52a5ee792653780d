var M: [int]int;

procedure Fill(i: int, j: int)
  modifies M;
{
  M[j] := 2;
  M[i] := 1;
}
