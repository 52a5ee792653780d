static void sort(int *x, int n) {
    for (int i = 0; i < n - 1; i++) {
        int least = i;
        for (int j = i + 1; j < n - 1; j++)
            if (x[j] < x[least]) least = j;
        int t = x[i];
        x[i] = x[least];
        x[least] = t;
    }
}

int client(int a, int b, int c) {
    int x[3] = {a, b, c};
    sort(x, 3);
    return x[0] == a && x[2] == c ? x[1] : x[0] ^ x[2];
}
