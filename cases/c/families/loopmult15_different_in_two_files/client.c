int mult(int a, int b);

int client(int x) {
    if (0 <= x && x <= 15) {
        return mult(x, 15);
    }
    return 0;
}
