char *copy(char *restrict to, const char *restrict from) {
    char *p = to;
    while (*from)
        *p++ = *from++;
    return to;
}
