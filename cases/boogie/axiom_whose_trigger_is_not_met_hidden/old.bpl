function f(x: int) returns (int);
function g(x: int) returns (int);
axiom (forall x: int :: { g(f(x)) } g(f(x)) == x);

procedure P(x: int, y: int) returns (r: bool)
{
  r := f(x) == f(y);
}
