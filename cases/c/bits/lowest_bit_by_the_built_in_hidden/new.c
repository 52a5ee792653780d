int f(int x) { return x ? __builtin_ctz(x) + 1 : 0; }
