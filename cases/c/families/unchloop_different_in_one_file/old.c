int loop(int n) {
    int s = 0;
    while (n > 0) {
        s = s + n;
        n = n - 1;
    }
    return s;
}

int lib(int a, int n) {
    return loop(n) + a + a;
}

int client(int a, int n) {
    return lib(a, n);
}
