int parity(unsigned x) {
    x ^= x >> 16;
    x ^= x >> 4;
    return 0x6996 >> (x & 15) & 1;
}
int client(unsigned x) { return parity(x); }
