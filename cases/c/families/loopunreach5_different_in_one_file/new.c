int lib(int a, int b) {
    int c = 0;
    if (a < -5) {
        int i = 1;
        while (i <= b) {
            c = c + a + 1;
            i = i + 1;
        }
    }
    return c;
}

int client(int x) {
    if (-6 <= x && x < 5) {
        return lib(x, 5);
    }
    return 0;
}
