int one(int n) {
    return n - (n - 1);
}

int client(int n) {
    return one(n);
}
