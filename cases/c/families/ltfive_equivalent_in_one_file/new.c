int ltfive(int x) {
    for (int i = 0; i < 5; i++) {
        if (x == i) {
            return 1;
        }
    }
    return x < 0;
}

int client(int x) {
    if (ltfive(x)) {
        return x;
    }
    return 5;
}
