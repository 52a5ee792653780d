int tick(void) {
    static int n;
    return n++;
}
int client(int x) { return tick() * x + tick(); }
