static unsigned last;
static int seen;

void feed(int bit) {
    last = (last << 1 | bit) & 7;
    if (last == 5) seen = 1;
}

int found(void) {
    return seen;
}
