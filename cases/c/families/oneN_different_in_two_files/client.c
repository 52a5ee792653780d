int one(int n);

int client(int n) {
    return one(n);
}
