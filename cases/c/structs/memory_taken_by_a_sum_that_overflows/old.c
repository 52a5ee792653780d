#include <stddef.h>

struct arena {
    unsigned char *base;
    size_t used, size;
};

void *take(struct arena *a, size_t n) {
    size_t need = (n + 7) / 8 * 8;
    if (need < n) return NULL;
    if (need > a->size - a->used) return NULL;
    void *p = a->base + a->used;
    a->used += need;
    return p;
}
