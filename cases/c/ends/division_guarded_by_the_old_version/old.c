int quotient(int a, int b) {
    return b == 0 ? 0 : b == -1 ? 0 - a : a / b;
}
int client(int a, int b) { return quotient(a, b); }
