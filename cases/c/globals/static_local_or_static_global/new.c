static int n = 3;
int tick(void) {
    n = n + 1;
    return n - 1;
}
int client(int x) { return tick() * x + tick(); }
