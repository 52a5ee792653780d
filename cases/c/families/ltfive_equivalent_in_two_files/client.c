int ltfive(int x);

int client(int x) {
    if (ltfive(x)) {
        return x;
    }
    return 5;
}
