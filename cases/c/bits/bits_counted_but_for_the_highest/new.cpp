int f(unsigned x) {
    int n = 0;
    x &= 127;
    while (x) {
        x &= x - 1;
        ++n;
    }
    return n;
}
