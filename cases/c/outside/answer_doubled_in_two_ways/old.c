extern int ask(int x);

int client(int x) {
    return 2 * ask(x);
}
