struct s {
    int a;
    int b;
};

static int mid(struct s*p, int n) {
    int i, r = 0;
    for(i = 0;i<n;i++) r += p->b;
    return r;
}

int f(int n) {
    struct s x = {1, 2};
    return mid(&x, n);
}
