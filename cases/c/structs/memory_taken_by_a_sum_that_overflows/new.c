#include <stddef.h>

struct arena {
    unsigned char *base;
    size_t used, size;
};

void *take(struct arena *a, size_t n) {
    size_t need = (n + 7) & ~(size_t)7;
    if (need < n) return NULL;
    if (a->used + need > a->size) return NULL;
    void *p = a->base + a->used;
    a->used += need;
    return p;
}
