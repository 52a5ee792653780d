int mult(int a, int b) {
    int c = 0;
    int i = 1;
    while (i <= b) {
        c = c + a;
        i = i + 1;
    }
    return c;
}

int client(int x) {
    if (0 <= x && x <= 20) {
        return mult(x, 20);
    }
    return 0;
}
