int lib(int a, int b);

int client(int x) {
    if (-16 <= x && x < 15) {
        return lib(x, 15);
    }
    return 0;
}
