extern int hook(int) __attribute__((weak));
int f(int x){if(!hook)return x;return hook(x);}
