int allowed(int a, int b, int c) {
    int r = 0;
    if (a < 0 || b < a || (c > 0 && c < b)) {
        r = a - b;
    }
    return r;
}
