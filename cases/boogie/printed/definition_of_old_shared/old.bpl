function MULT(a: int, b: int) returns (int);
axiom (forall a: int, b: int :: {MULT(a, b)} MULT(a, b) == a * b);
procedure f(x: int) returns (r: int)
{
  r := MULT(x, 4);
}
