extern int take(int *);

int f(int *p) {
    int r = p[0];
    take(p);
    return r;
}
