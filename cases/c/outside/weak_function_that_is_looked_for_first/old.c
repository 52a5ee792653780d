extern int hook(int) __attribute__((weak));
int f(int x){return hook?hook(x):x;}
