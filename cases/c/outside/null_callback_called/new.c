typedef int (*visit)(void *context, int value);

int f(visit cb, void *context) { return cb(context, 1); }
