unsigned swap(unsigned x) {
    x = (x & 0xff00ff) << 8 | (x >> 8 & 0xff00ff);
    return x;
}
unsigned client(unsigned x) { return swap(x); }
