type T;
const A, B: T;
axiom (forall x: T :: x == A || x == B);

procedure P(x: T, y: T) returns (r: bool)
{
  r := true;
}
