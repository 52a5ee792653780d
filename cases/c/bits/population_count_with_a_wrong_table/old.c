unsigned bits(unsigned char x) {
    unsigned n = 0;
    for (; x != 0; x &= x - 1) n++;
    return n;
}
