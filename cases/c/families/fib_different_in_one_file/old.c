int fib(int n) {
    if (n < 2) {
        return n;
    }
    return fib(n - 1) + fib(n - 2);
}

int client(int n) {
    if (0 <= n && n <= 7) {
        return fib(n);
    }
    return 0;
}
