int lib(int a, int b) {
    int c = 0;
    if (a < -10) {
        int i = 1;
        while (i <= b) {
            c = c + a;
            i = i + 1;
        }
    }
    return c;
}

int client(int x) {
    if (-11 <= x && x < 10) {
        return lib(x, 10);
    }
    return 0;
}
