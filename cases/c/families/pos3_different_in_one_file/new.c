int pos(int x) {
    if (x <= 0) {
        return 1;
    }
    int steps = 1;
    while (steps * steps < x) {
        steps = steps + 1;
    }
    return steps;
}

int client(int x) {
    if (x > 50) {
        return 50;
    }
    return pos(x);
}
