extern void take(int *);
int f(int *p) {
    if (!p) return 0;
    int r = *p;
    take(p);
    return r;
}
