#include <stdint.h>
uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    for (unsigned long i = 0; s[i] != 0; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h;
}
