static unsigned table[64];
unsigned total(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n && i < 64; i++)
        s += table[i];
    return s;
}
