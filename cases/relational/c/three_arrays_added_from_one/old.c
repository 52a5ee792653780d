void add(int *sum, const int *a, const int *b, int n) {
    for (int i = 0; i < n; i++) {
        sum[i] = a[i] + b[i];
    }
}
