int lowest(unsigned x) { return __builtin_ctz(x); }
int client(unsigned x) { return x == 0 ? -1 : lowest(x); }
