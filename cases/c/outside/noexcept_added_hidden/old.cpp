static int half(int x) { return x / 2; }

extern "C" int f(int x) { return half(x); }
