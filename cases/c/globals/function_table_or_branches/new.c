int apply(int which, int x) {
    if (which % 2 == 0) return x + x;
    return x * x;
}
int client(int which, int x) { return apply(which, x); }
