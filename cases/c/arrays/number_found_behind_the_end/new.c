int find(const int *a, int n, int x) {
    int i = 0;
    while (i < n && a[i] != x)
        ++i;
    return i <= n ? i : -1;
}
