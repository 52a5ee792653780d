int mod(int a, int n);

int client(int a) {
    return mod(a, 7);
}
