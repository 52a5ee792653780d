int divide(int a, int b);

int client(int a, int b) {
    if (b < 1 || a > 20) {
        return 0;
    }
    return divide(a, b);
}
