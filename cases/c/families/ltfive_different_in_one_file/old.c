int ltfive(int x) {
    return x < 5;
}

int client(int x) {
    if (ltfive(x)) {
        return x;
    }
    return 5;
}
