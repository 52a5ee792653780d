#include <stddef.h>
#define SLOTS 8

struct slot {
    unsigned key;
    int value;
    unsigned char used;
};

struct table {
    struct slot slots[SLOTS];
};

static unsigned mix(unsigned k) {
    k ^= k >> 16;
    k *= 0x45d9f3bu;
    k ^= k >> 16;
    return k;
}

int lookup(const struct table *t, unsigned key, int missing) {
    unsigned at = mix(key) % SLOTS;
    for (unsigned step = 0; step < SLOTS; step++) {
        const struct slot *s = &t->slots[(at + step) % SLOTS];
        if (!s->used) return missing;
        if (s->key == key) return s->value;
    }
    return missing;
}
