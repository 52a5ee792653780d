static int k;

void set(int x) {
    k = x + 1;
}

int get(void) {
    return k;
}
