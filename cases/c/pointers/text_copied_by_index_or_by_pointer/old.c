char *copy(char *restrict to, const char *restrict from) {
    unsigned long i = 0;
    while ((to[i] = from[i]) != 0)
        i++;
    return to;
}
