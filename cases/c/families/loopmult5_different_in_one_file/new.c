int mult(int a, int b) {
    int c = 1;
    int i = 1;
    while (i <= b) {
        c = c + a;
        i = i + 1;
    }
    return c;
}

int client(int x) {
    if (0 <= x && x <= 5) {
        return mult(x, 5);
    }
    return 0;
}
