static unsigned last;

void put(unsigned x) {
    last = x & 0xfe;
}

int odd(void) {
    return last & 1;
}
