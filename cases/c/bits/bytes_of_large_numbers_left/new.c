unsigned swap(unsigned x) {
    return x & 0x80000000 ? x : __builtin_bswap32(x);
}
