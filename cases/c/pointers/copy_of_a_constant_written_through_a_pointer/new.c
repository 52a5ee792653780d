static int first(int *p) { p[0] = 5; return p[0]; }
int f(void) { int k[2] = {1, 2}; return first(k); }
