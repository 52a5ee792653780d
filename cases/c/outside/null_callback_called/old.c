typedef int (*visit)(void *context, int value);

int f(visit cb, void *context) {
    if (!cb) return 0;
    return cb(context, 1);
}
