int f(void) {
    static int n;
    n++;
    return n > 3 ? 3 : n;
}
