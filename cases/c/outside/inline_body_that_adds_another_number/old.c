inline int h(int x){ return x + 1; }
int f(int x){ return h(x); }
