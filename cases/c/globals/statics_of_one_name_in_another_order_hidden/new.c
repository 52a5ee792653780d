static int next_b(void) {
    static int n = 5;
    return n++;
}

static int next_a(void) {
    static int n = 1;
    return n++;
}

int f(void) { return 10 * next_a() + next_b(); }
