var g: int;
procedure q();
procedure f() returns (r: int) modifies g; { g := 1; call q(); r := g; }
