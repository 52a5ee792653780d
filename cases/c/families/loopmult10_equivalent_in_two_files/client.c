int mult(int a, int b);

int client(int x) {
    if (0 <= x && x <= 10) {
        return mult(x, 10);
    }
    return 0;
}
