int mult(int a, int b);

int client(int x) {
    if (0 <= x && x <= 5) {
        return mult(x, 5);
    }
    return 0;
}
