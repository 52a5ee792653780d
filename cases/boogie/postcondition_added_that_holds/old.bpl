var g: int;
procedure f(x: int) returns (y: int) modifies g; { y := x * x; g := g + 1; }
