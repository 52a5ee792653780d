int all_positive(const int *a, int n) {
    int ok = 1;
    for (int i = 0; i < n && ok; i++)
        ok = a[i] > 0;
    return ok;
}
