type T;
axiom (forall x, y: T :: x == y);

procedure P(x: T, y: T) returns (r: bool)
{
  r := x == y;
}
