int odd(int n);

int client(int n) {
    return odd(n);
}
