typedef int (*visit)(void *context, int value);

int f(visit cb, void *context, int x) {
    if (cb != 0) return cb(context, x);
    return 0;
}
