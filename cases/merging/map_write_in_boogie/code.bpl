var M: [int]int;

procedure put(i: int, v: int) returns (r: int)
modifies M;
{
  if (v > 0) {
    M[i] := v;
  } else {
    M[0] := i;
  }
  r := M[0];
}
