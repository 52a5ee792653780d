int one(int n) {
    int i = 0;
    while (i < n) {
        i = i + 1;
    }
    return 1;
}

int client(int n) {
    if (n > 10) {
        return 1;
    }
    return one(n);
}
