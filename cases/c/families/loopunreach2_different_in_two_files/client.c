int lib(int a, int b);

int client(int x) {
    if (-3 <= x && x < 2) {
        return lib(x, 2);
    }
    return 0;
}
