int f(unsigned x, unsigned n) { return n < 32 ? x << n : 0; }
