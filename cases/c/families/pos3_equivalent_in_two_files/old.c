int pos(int x) {
    int steps = 0;
    while (steps * steps < x) {
        steps = steps + 1;
    }
    return steps;
}
