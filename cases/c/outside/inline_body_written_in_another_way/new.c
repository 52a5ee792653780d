inline int h(int x){return x+x;}
int f(int x){return h(x);}
