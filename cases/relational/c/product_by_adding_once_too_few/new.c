long times(long a, long b) {
    long s = 0;
    if (a < 0 || b < 0) return 0;
    for (long j = 1; j < b; j++) s += a;
    return s;
}
