int divide(int a, int b) {
    int quotient = 0;
    while (a >= b) {
        a = a - b;
        quotient = quotient + 1;
    }
    return quotient;
}
