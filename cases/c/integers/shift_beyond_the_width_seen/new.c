int f(unsigned x, unsigned n) { return n < 31 ? x << n : 0; }
