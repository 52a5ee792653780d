int mod(int a, int n);

int client(int a) {
    int r = mod(a, 7);
    if (r < 0) r += 7;
    return r;
}
