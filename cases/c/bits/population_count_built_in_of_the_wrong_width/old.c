unsigned bits(unsigned short x) {
    unsigned n = x - ((x >> 1) & 0x5555u);
    n = (n & 0x3333u) + ((n >> 2) & 0x3333u);
    n = (n + (n >> 4)) & 0x0f0fu;
    return (n * 0x0101u) >> 8 & 0xff;
}
unsigned client(unsigned short x) { return bits(x); }
