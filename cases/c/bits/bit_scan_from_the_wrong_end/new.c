int lowest(unsigned x) { return 31 - __builtin_clz(x); }
int client(unsigned x) { return x == 0 ? -1 : lowest(x); }
