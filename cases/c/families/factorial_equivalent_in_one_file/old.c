int factorial(int n) {
    if (n <= 1) {
        return 1;
    }
    return n * factorial(n - 1);
}

int client(int n) {
    if (n > 8) {
        return -1;
    }
    return factorial(n);
}
