inline int h(int x){ return x + 2; }
int f(int x){ return h(x); }
