static void sort(int *x, int n) {
    for (int i = 1; i < n; i++) {
        int v = x[i], j = i;
        while (j > 0 && x[j - 1] > v) {
            x[j] = x[j - 1];
            j--;
        }
        x[j] = v;
    }
}

int client(int a, int b, int c) {
    int x[3] = {a, b, c};
    sort(x, 3);
    return x[0] == a && x[2] == c ? x[1] : x[0] ^ x[2];
}
