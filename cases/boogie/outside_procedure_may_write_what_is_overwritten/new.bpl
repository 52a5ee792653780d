var g: int;
procedure q(); modifies g;
procedure f() returns (r: int) modifies g; { call q(); g := 1; r := g; }
