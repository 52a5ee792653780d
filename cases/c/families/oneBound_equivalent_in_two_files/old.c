int one(int n) {
    int i = 0;
    while (i < n) {
        i = i + 1;
    }
    return 1;
}
