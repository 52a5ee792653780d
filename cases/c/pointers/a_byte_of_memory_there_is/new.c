int f(unsigned char n) { return 7; }
