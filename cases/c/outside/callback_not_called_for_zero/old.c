int f(void (*cb)(int), int x) {
    if (cb) cb(x);
    return x;
}
