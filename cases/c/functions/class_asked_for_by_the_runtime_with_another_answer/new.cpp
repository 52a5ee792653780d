int f(int x) { return x > 0 ? x : 0; }
