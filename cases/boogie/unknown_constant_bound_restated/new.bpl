const MAX: int;
axiom MAX > 0;

var used: int;

procedure Take() returns (taken: bool)
  modifies used;
{
  taken := !(used >= MAX);
  if (taken) { used := used + 1; }
}
