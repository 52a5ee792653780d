static unsigned last;

void put(unsigned x) {
    last = x & 0xff;
}

int odd(void) {
    return last & 1;
}
