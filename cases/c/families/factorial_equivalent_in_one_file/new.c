int factorial(int n) {
    int result = 1;
    while (n > 1) {
        result = result * n;
        n = n - 1;
    }
    return result;
}

int client(int n) {
    if (n > 8) {
        return -1;
    }
    return factorial(n);
}
