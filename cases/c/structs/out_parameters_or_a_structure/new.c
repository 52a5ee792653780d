struct digits { int tens, ones; };

static struct digits split(int x) {
    struct digits d;
    d.tens = x / 10;
    d.ones = x - d.tens * 10;
    return d;
}

int client(int x) {
    if (x < 0 || x > 99) return -1;
    struct digits d = split(x);
    return d.ones * 10 + d.tens;
}
