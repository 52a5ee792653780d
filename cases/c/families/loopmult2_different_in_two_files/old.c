int mult(int a, int b) {
    int c = 0;
    int i = 1;
    while (i <= a) {
        c = c + b;
        i = i + 1;
    }
    return c;
}
