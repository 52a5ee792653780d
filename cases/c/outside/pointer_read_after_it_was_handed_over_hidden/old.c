extern int take(int *);

int f(int *p) {
    int r = *p;
    take(p);
    return r;
}
