int parse(const char *s) {
    unsigned n = 0, d;
    for (unsigned long i = 0; (d = (unsigned)s[i] - '0') < 10; i++)
        n = (n << 3) + (n << 1) + d;
    return (int)n;
}
