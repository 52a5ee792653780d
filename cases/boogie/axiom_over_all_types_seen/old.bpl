function f(x: int) returns (int);
function h<a>(x: a) returns (bool);
axiom (forall<a> x: a :: h(x));

procedure P(x: int) returns (r: bool)
{
  r := f(x) > 0;
}
