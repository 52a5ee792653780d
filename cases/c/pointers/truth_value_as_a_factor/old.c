#include <stdbool.h>
struct option {
    bool on;
    int level;
};

int f(const struct option *o) {
    if (o->on) return o->level;
    return 0;
}
