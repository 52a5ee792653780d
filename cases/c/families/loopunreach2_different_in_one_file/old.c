int lib(int a, int b) {
    int c = 0;
    if (a < -2) {
        int i = 1;
        while (i <= b) {
            c = c + a;
            i = i + 1;
        }
    }
    return c;
}

int client(int x) {
    if (-3 <= x && x < 2) {
        return lib(x, 2);
    }
    return 0;
}
