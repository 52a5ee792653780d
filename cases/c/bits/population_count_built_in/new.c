unsigned bits(unsigned short x) { return (unsigned)__builtin_popcount(x); }
unsigned client(unsigned short x) { return bits(x); }
