static int t[2], s[2];

static int look(int n, int k) {
    int i, r = 0;
    for(i = 0;i<n;i++) r += s[k&1]-t[k&1]*2;
    return r;
}

int f(int n, int k) {
    t[k&1] = 1;
    return look(n, k);
}
