extern _Noreturn void die(int);
int f(int x){if(x<0)die(x);return x;}
