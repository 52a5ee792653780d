int *f(int x) {
    static int s;
    s = x;
    return &s;
}
