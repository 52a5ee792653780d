function f(x: int) returns (int);
function g(x: int) returns (int);
axiom (forall x: int :: { g(f(x)) } g(f(x)) == x);
function h(x: int) returns (int);

procedure P(x: int) returns (r: int)
{
  r := h(x + 1);
}
