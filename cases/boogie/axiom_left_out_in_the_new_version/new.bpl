function f(n: int): int;
procedure g(n: int) returns (r: int) { r := 1; if (f(n) <= 0) { r := 3; } }
