int verbose;
int f(void) { if (verbose == 0) return 0; return 1; }
