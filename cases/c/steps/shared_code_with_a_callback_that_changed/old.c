static int twice(int (*g)(int), int n) {
    int i, r = 0;
    for(i = 0;i<n;i++) r += g(i);
    return r;
}

static int one(int x) {
    return x+1;
}

int f(int n) {
    return twice(one, n);
}
