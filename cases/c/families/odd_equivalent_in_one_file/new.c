int odd(int n) {
    while (n > 0) {
        n = n - 2;
    }
    return n == -1;
}

int client(int n) {
    if (0 <= n && n <= 20) {
        return odd(n);
    }
    return 0;
}
