int client(const int *a, int n, int x) { if (n < 0 || n > 3) return -1; int r = -1; for (int i = n - 1; i >= 0; i--) if (a[i] == x) r = i; return r; }
