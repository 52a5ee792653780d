int parse(const char *s) {
    unsigned n = 0;
    while (*s >= '0' && *s <= '9')
        n = n * 10 + (*s++ - '0');
    return (int)n;
}
