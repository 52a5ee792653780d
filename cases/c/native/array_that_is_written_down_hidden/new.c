int f(const int *a, int n) { return -(a[n & 3] - a[0]); }
