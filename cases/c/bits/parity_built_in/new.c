int parity(unsigned x) { return __builtin_popcount(x) & 1; }
int client(unsigned x) { return parity(x); }
