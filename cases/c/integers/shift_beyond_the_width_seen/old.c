int f(unsigned x, unsigned n) { return x << n; }
