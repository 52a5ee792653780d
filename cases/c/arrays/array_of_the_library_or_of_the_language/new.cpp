int f(unsigned i, int v) {
    int a[4] = {1, 2, 3, 4};
    a[i & 3] = v;
    return a[0] + a[3];
}
