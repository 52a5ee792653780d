typedef int (*visit)(void *context, int value);

int f(visit cb, void *context, int x) { return cb ? cb(context, x) : 0; }
