int tick(void) {
    static int n = 3;
    return n++;
}
int client(int x) { return tick() * x + tick(); }
