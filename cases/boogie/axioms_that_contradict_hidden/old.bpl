function h(x: int) returns (bool);
axiom h(1);
axiom (forall x: int :: h(x) ==> x == 0);

procedure P(x: int) returns (r: int)
{
  r := x;
}
