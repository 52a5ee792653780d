int verbose;
int f(void) { return 0; }
