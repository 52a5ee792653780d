int pos(int x) {
    int steps = 0;
    while (x > steps * steps) {
        steps = 1 + steps;
    }
    return steps + 0;
}

int client(int x) {
    return pos(x);
}
