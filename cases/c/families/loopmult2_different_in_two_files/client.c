int mult(int a, int b);

int client(int x) {
    if (0 <= x && x <= 2) {
        return mult(x, 2);
    }
    return 0;
}
