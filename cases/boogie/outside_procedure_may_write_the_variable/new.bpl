var g: int;
procedure q(); modifies g;
procedure f() returns (r: int) modifies g; { g := 1; call q(); r := g; }
