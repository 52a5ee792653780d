typedef int (*visit)(void *context, int value);

int f(visit cb, void *context, int x) { return cb(context, x) + cb(context, x + 1); }
