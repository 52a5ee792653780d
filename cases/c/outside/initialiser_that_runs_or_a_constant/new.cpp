static const int base=10;
extern "C" int f(int x){return x+base;}
