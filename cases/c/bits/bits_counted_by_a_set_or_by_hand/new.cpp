int f(unsigned x) {
    int n = 0;
    x &= 255;
    while (x) {
        x &= x - 1;
        ++n;
    }
    return n;
}
