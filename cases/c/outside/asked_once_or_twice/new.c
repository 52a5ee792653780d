extern int ask(int x);

int client(int x) {
    ask(x);
    return ask(x);
}
