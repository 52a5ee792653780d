int root(int n) {
    int r = 0;
    for (int bit = 8; bit > 1; bit >>= 1) {
        int more = r + bit;
        if (more * more <= n) r = more;
    }
    return r;
}
