static unsigned table[64];
unsigned total(unsigned n) {
    unsigned s = 0, i = 0;
    while (i < 64 && i < n) {
        s = table[i] + s + 1;
        i++;
    }
    return s;
}
