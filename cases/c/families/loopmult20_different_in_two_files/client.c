int mult(int a, int b);

int client(int x) {
    if (0 <= x && x <= 20) {
        return mult(x, 20);
    }
    return 0;
}
