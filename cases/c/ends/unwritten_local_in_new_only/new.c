int f(int x) { int y; if (x) y = 1; return y; }
