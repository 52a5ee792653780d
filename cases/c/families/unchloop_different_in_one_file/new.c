int loop(int n) {
    int s = 0;
    while (n > 0) {
        s = s + n;
        n = n - 1;
    }
    return s;
}

int lib(int a, int n) {
    return 3 * a + loop(n);
}

int client(int a, int n) {
    return lib(a, n);
}
