extern int take(int *);

int f(int *p) {
    take(p);
    return *p;
}
