#include <stddef.h>
void clear(unsigned char *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        p[i] = 0;
}
