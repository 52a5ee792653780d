unsigned total(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; ++i)
        s = s + (i << 2);
    return s;
}
