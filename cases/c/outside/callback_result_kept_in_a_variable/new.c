typedef int (*visit)(void *context, int value);

int f(visit cb, void *context, int x) {
    int first = cb(context, x);
    return first + cb(context, x + 1);
}
