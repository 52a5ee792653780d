int one(int n) {
    return n / n;
}

int client(int n) {
    return one(n);
}
