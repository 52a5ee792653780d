int bits(unsigned x) {
    int n = 0;
    for (; x != 0; x = x / 2)
        if (x % 2 == 1) n++;
    return n;
}
