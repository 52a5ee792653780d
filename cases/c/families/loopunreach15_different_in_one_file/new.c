int lib(int a, int b) {
    int c = 0;
    if (a < -15) {
        int i = 1;
        while (i <= b) {
            c = c + a + 1;
            i = i + 1;
        }
    }
    return c;
}

int client(int x) {
    if (-16 <= x && x < 15) {
        return lib(x, 15);
    }
    return 0;
}
