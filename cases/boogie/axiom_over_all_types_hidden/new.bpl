function f(x: int) returns (int);
function h<a>(x: a) returns (bool);
axiom (forall<a> x: a, y: int :: h(x) && f(y) > 0);

procedure P(x: int) returns (r: bool)
{
  r := true;
}
