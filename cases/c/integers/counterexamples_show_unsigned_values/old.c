unsigned next(unsigned x) { return x + 1; }
unsigned client(unsigned x) { return x > 4294967290u ? next(x) : 0; }
