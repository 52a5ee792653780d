int f(int x) { int y = 0; if (x) y = 1; return y; }
