int f(int x) {
    static int n;
    n += x;
    return n;
}
