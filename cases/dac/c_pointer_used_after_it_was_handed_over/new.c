extern void take(int *);
int f(int *p) {
    if (!p) return 0;
    take(p);
    return *p;
}
