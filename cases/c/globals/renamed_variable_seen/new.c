static int kept;

void set(int x) {
    kept = x;
}

int get(void) {
    return 2 * kept;
}
