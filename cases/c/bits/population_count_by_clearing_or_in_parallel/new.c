unsigned bits(unsigned char x) {
    unsigned n = x - ((x >> 1) & 0x55);
    n = (n & 0x33) + ((n >> 2) & 0x33);
    return (n + (n >> 4)) & 0x0f;
}
