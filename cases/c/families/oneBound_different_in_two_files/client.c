int one(int n);

int client(int n) {
    if (n > 10) {
        return 1;
    }
    return one(n);
}
