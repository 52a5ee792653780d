var M: [int]int;

procedure Fill(i: int, j: int)
  modifies M;
{
  M[i] := 1;
  M[j] := 2;
}
