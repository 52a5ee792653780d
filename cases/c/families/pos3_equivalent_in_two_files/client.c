int pos(int x);

int client(int x) {
    if (x > 50) {
        return 50;
    }
    return pos(x);
}
