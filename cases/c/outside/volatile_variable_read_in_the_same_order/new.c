volatile int v;
int f(void){int a=v;int b=v;return -(b-a);}
