int lib(int a, int b);

int client(int x) {
    if (-11 <= x && x < 10) {
        return lib(x, 10);
    }
    return 0;
}
