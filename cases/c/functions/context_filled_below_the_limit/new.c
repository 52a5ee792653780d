struct ctx {
    int sum;
    int limit;
};

static int visit(struct ctx *c, int v) {
    int s = c->sum + v;
    if (s < c->limit) {
        c->sum = s;
        return 1;
    }
    return 0;
}

static void each(const int *a, int n, int (*fn)(struct ctx *, int), struct ctx *c) {
    for (int i = 0; i < n; i++) if (!fn(c, a[i])) break;
}

int run(int x, int y, int z) {
    int a[3] = { x & 255, y & 255, z & 255 };
    struct ctx c = { 0, 300 };
    each(a, 3, visit, &c);
    return c.sum;
}
