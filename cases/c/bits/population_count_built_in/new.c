unsigned bits(unsigned x) { return (unsigned)__builtin_popcount(x); }
unsigned client(unsigned x) { return bits(x); }
