int f(void) {
    static int n;
    n++;
    return n;
}
