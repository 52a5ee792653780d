unsigned total(unsigned n) {
    unsigned s = 0, i = 0;
    while (i != n) {
        s += i * 5u;
        i++;
    }
    return s;
}
