int next(const int *n) {
    return n ? *n + 1 : 0;
}
