static int s;

static int bump(int n) {
    int i;
    for(i = 0;i<n;i++) s += i*i;
    return s;
}

int f(int n) {
    bump(n);
    return s;
}
