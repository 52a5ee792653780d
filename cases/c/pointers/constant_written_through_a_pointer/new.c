static const int k[2] = {1, 2};
static int first(int *p) { p[0] = 5; return p[0]; }
int f(void) { return first((int *)k); }
