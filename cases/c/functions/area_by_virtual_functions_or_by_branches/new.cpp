int f(int k, int n) {
    int m = (short)n;
    return k ? m * m * 2 : m * 3 * 2;
}
