struct flags { unsigned low : 3; unsigned high : 5; };

int client(unsigned char x) {
    struct flags f = {0, 0};
    f.low = x & 7;
    f.high = x >> 3;
    return f.low * 32 + f.high;
}
