int f(int x) {
    static int have, key, value;
    if (have && key == x) return value;
    value = x * x;
    key = x;
    have = 1;
    return value;
}
