int one(int n) {
    int i = 0;
    while (i < n) {
        i = i + 1;
    }
    return n > 0 ? i - n + 1 : 1;
}
