function weight(int) returns (int);
axiom (forall x: int :: { weight(x) } weight(x) == 2 * x);

procedure Load(x: int) returns (w: int)
{
  w := weight(x) + weight(x + 1);
}
