int all_positive(const int *a, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] <= 0)
            return 0;
    return 1;
}
