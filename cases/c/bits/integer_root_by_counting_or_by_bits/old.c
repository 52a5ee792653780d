int root(int n) {
    int r = 0;
    while ((r + 1) * (r + 1) <= n) r++;
    return r;
}
