unsigned mix(unsigned a, unsigned b) { return (a + b) * (a - b) * 31u + (a << 5) - a; }
int cubic(int x) { return ((3 * x + 5) * x - 7) * x + 11; }
unsigned client(unsigned a, unsigned b) { return mix(a, b) >> 3 ^ (unsigned) cubic((int) (b & 0xff)); }
