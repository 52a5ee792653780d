int add(int a, int b) {
    if (b > 0 && a > 2147483647 - b) return 2147483647;
    if (b < 0 && a < -2147483647 - 1 - b) return -2147483647 - 1;
    return a + b;
}
int client(int a, int b) { return add(a, b); }
