int multiple(int x, int k) {
    return x % k == 0;
}

int client(int x) {
    if (multiple(x, 2)) {
        return 2;
    }
    if (multiple(x, 3)) {
        return 3;
    }
    return 1;
}
