int quotient(int a, int b) {
    if (b == 0 || (b == -1 && a == -2147483647 - 1)) return 0;
    return a / b;
}
int client(int a, int b) { return quotient(a, b); }
