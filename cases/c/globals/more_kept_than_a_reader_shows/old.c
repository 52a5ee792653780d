static unsigned last;

void put(unsigned x) {
    last = x;
}

int odd(void) {
    return last & 1;
}
