int f(int x) { return __builtin_ffs(x); }
