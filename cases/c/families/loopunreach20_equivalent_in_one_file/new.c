int lib(int a, int b) {
    int c = 0;
    if (a < -20) {
        int i = 1;
        while (i <= b) {
            c = c + a + 1;
            i = i + 1;
        }
    }
    return c;
}

int client(int x) {
    if (-20 <= x && x < 20) {
        return lib(x, 20);
    }
    return 0;
}
