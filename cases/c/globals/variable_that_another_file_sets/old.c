int verbose;
int f(void) { return verbose ? 1 : 0; }
