static int g;
__attribute__((constructor)) static void i(void){g=5;}
int f(int x){return x+g;}
