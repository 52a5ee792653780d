long f(const char *p, long n) {
    if (p)
        return 2;
    return n;
}
