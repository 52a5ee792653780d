procedure f(x: int) returns (y: int) { y := x; }
