int half(int x) { return x / 2; }
int shifted(int y) { return y >> 1; }
