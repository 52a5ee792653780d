static const int k[2] = {1, 2};
static int first(const int *p) { return p[0]; }
int f(void) { return first(k) + 4; }
