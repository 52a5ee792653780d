static int k;

void set(int x) {
    k = x;
}

int get(void) {
    return k;
}
