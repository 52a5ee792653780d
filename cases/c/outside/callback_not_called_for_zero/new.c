int f(void (*cb)(int), int x) {
    if (cb && x) cb(x);
    return x;
}
