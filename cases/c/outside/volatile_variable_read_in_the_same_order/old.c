volatile int v;
int f(void){int a=v;int b=v;return a-b;}
