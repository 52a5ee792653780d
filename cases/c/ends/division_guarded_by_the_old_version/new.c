int quotient(int a, int b) {
    return a / b;
}
int client(int a, int b) { return quotient(a, b); }
