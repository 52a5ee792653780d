int lowest(unsigned x) {
    int n = 0;
    if (!(x & 0xffff)) { n += 16; x >>= 16; }
    if (!(x & 0xff)) { n += 8; x >>= 8; }
    if (!(x & 0xf)) { n += 4; x >>= 4; }
    if (!(x & 3)) { n += 2; x >>= 2; }
    if (!(x & 1)) n += 1;
    return n;
}
int client(unsigned x) { return x == 0 ? -1 : lowest(x); }
