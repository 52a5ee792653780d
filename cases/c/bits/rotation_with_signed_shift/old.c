unsigned rotate(unsigned x) { return x << 7 | x >> 25; }
unsigned client(unsigned x) { return rotate(x); }
