int f(unsigned x){if(!x)return 32;return __builtin_clz(x);}
