int one(int n) {
    return 1;
}
