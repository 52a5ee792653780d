function hash(int) returns (int);
axiom (forall x: int :: { hash(x) } 0 <= hash(x) && hash(x) < 16);

procedure Slot(x: int) returns (s: int)
{
  s := hash(x);
}
