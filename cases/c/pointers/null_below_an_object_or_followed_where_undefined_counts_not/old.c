static int pool[4];

int f(const int *p) { return p ? 2 : p < pool; }
