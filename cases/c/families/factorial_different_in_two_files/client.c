int factorial(int n);

int client(int n) {
    if (n > 8) {
        return -1;
    }
    return factorial(n);
}
