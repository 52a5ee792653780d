var M: [int]int;

procedure Fill(i: int, j: int)
  requires i != j;
  modifies M;
{
  M[j] := 2;
  M[i] := 1;
}
