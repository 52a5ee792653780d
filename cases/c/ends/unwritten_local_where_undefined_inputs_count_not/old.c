int f(int x) { int y; return x > 0 ? 1 : y; }
