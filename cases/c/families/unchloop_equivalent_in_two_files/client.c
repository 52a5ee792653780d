int lib(int a, int n);

int client(int a, int n) {
    return lib(a, n);
}
