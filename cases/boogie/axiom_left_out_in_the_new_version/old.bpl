function f(n: int): int;
axiom (forall x: int :: f(x) > 0);
procedure g(n: int) returns (r: int) { r := 1; if (f(n) <= 0) { r := 2; } }
