int odd(int n);

int client(int n) {
    if (0 <= n && n <= 20) {
        return odd(n);
    }
    return 0;
}
