int divide(int a, int b) {
    if (b <= 0) {
        return -1;
    }
    int quotient = 0;
    while (a >= b) {
        quotient = quotient + 1;
        a = a - b;
    }
    return quotient;
}

int client(int a, int b) {
    if (b < 1 || a > 20) {
        return 0;
    }
    return divide(a, b);
}
