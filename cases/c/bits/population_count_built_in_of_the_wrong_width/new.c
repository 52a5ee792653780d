unsigned bits(unsigned x) { return (unsigned)__builtin_popcount(x & 0xffffff); }
unsigned client(unsigned x) { return bits(x); }
