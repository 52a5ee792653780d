int lib(int a, int b);

int client(int x) {
    if (-6 <= x && x < 5) {
        return lib(x, 5);
    }
    return 0;
}
