int client(const int *a, int n) { return n == 1 ? a[0] : 0; }
