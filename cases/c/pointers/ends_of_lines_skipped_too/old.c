const char *skip(const char *s) {
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}
