void add(int *sum, const int *a, const int *b, int n) {
    int i = 0;
    while (i < n) {
        int second = b[i];
        sum[i] = second + a[i];
        i += 1;
    }
}
