enum light { RED, GREEN, YELLOW };
enum light next(enum light now);

int client(int steps) {
    enum light now = RED;
    if (steps < 0 || steps > 9) return -1;
    for (int i = 0; i < steps; i++) now = next(now);
    return now;
}
