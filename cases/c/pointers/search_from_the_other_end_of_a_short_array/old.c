int client(const int *a, int n, int x) { if (n < 0 || n > 3) return -1; for (int i = 0; i < n; i++) if (a[i] == x) return i; return -1; }
