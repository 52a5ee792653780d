static int g;
__attribute__((constructor)) static void i(void){g=6;}
int f(int x){return x+g;}
