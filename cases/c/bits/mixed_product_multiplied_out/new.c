unsigned mix(unsigned a, unsigned b) { return 31u * (a * a - b * b) + 31u * a; }
int cubic(int x) { return 3 * x * x * x + 5 * x * x - 7 * x + 11; }
unsigned client(unsigned a, unsigned b) { return mix(a, b) >> 3 ^ (unsigned) cubic((int) (b & 0xff)); }
