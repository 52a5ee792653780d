int fib(int n);

int client(int n) {
    if (0 <= n && n <= 7) {
        return fib(n);
    }
    return 0;
}
