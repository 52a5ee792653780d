var g: int;
procedure f(x: int) returns (y: int) modifies g; ensures y >= 0 && g == old(g) + 1; { y := x * x; g := g + 1; }
