unsigned rotate(int x) { return (unsigned)x << 7 | (unsigned)(x >> 25); }
unsigned client(unsigned x) { return rotate((int)x); }
