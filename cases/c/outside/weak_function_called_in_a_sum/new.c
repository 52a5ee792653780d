__attribute__((weak)) int hook(int x){return x;}
int f(int x){return 1+hook(x);}
