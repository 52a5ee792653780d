static int sum(const int *a, int n) { int total = 0, i = 0; while (i < n) { total = a[i] + total; i++; } return total; }
int client(const int *a, int n) { return sum(a, n); }
