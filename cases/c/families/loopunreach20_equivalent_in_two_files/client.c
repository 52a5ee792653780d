int lib(int a, int b);

int client(int x) {
    if (-20 <= x && x < 20) {
        return lib(x, 20);
    }
    return 0;
}
