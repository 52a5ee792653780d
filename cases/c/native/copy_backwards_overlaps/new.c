void copy(char *to, const char *from, unsigned n) {
    while (n--) to[n] = from[n];
}
