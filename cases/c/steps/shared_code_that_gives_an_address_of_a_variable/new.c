static int cell;

static int *where(int n) {
    int i;
    for(i = 0;i<n;i++) cell++;
    return &cell;
}

int f(int n) {
    int*p = where(n);
    int k = cell;
    *p = 7;
    return k;
}
