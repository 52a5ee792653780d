int one(int n) {
    return n - (n - 1);
}
