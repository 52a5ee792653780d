static int mk(int k){return k+k;}
static const int base=mk(5);
extern "C" int f(int x){return x+base;}
