int root(int n);

int client(int n) {
    if (n < 0 || n > 200) return -1;
    return root(n);
}
