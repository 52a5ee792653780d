unsigned rotate(unsigned x) { return __builtin_rotateleft32(x, 7); }
unsigned client(unsigned x) { return rotate(x); }
