extern void hook(void) __attribute__((weak));
int f(int x){ hook(); return x; }
