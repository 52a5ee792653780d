int pos(int x);

int client(int x) {
    return pos(x);
}
