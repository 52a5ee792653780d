extern void hook(void) __attribute__((weak));
int f(int x){ if (hook) hook(); return x; }
