void copy(char *restrict to, const char *restrict from, unsigned n) {
    for (unsigned i = 0; i < n; i++) to[i] = from[i];
}
