int count(const char *s, char c) {
    int n = 0;
    while (*s)
        n += *s++ == c;
    return n;
}
