#include <stdbool.h>
struct option {
    bool on;
    int level;
};

int f(const struct option *o) { return o->on * o->level; }
