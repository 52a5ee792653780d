void copy(char *restrict to, const char *restrict from, unsigned n) {
    while (n--) to[n] = from[n];
}
