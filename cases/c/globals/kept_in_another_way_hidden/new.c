static int k = -1;

void set(int x) {
    k = ~x;
}

int get(void) {
    return ~k;
}
