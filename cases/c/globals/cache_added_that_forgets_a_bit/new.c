int f(int x) {
    static int have, key, value;
    if (have && key == (x & ~1)) return value;
    value = x * x;
    key = x;
    have = 1;
    return value;
}
