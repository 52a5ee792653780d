int length(const char *s) {
    int n = 0;
    while (*s && *s != ' ') {
        s++;
        n++;
    }
    return n;
}
