int divide(int a, int b) {
    int quotient = 0;
    while (a >= b) {
        a = a - b;
        quotient = quotient + 1;
    }
    return quotient;
}

int client(int a, int b) {
    if (b < 1 || a > 20) {
        return 0;
    }
    return divide(a, b);
}
