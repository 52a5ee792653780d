static int (*hook)(int);

static int run(int n) {
    int i, r = 0;
    for(i = 0;i<n;i++) r += hook(i);
    return r;
}

static int one(int x) {
    return x+3;
}

int f(int n) {
    hook = one;
    return run(n);
}
