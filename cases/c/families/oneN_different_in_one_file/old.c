int one(int n) {
    return 1;
}

int client(int n) {
    return one(n);
}
