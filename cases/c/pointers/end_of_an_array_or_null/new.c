int client(const int *a, int n) { const int *end = a + n; return n == 1 ? end[-1] : 0; }
