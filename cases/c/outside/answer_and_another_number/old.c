extern int ask(int x);

int client(int x) {
    return ask(x) + 1;
}
