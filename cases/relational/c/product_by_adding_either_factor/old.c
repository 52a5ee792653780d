long times(long a, long b) {
    long s = 0;
    if (a < 0 || b < 0) return 0;
    for (long i = 0; i < a; i++) s += b;
    return s;
}
