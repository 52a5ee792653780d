int f(void) {
    static int n;
    n++;
    return n > 100000 ? 0 : n;
}
