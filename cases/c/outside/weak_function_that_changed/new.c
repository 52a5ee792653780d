__attribute__((weak)) int hook(int x) { return x == 41 ? 0 : x; }
int f(int x) { return hook(x); }
