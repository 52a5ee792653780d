static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

int median(int a, int b, int c) {
    int x[3] = {a, b, c};
    if (x[0] > x[1]) swap(&x[0], &x[1]);
    if (x[1] > x[2]) swap(&x[1], &x[2]);
    if (x[0] > x[1]) swap(&x[0], &x[1]);
    return x[1];
}
int client(int a, int b, int c) { return median(a, b, c); }
