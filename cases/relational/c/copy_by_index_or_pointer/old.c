#include <stddef.h>

void copy(unsigned char *to, const unsigned char *from, size_t n) {
    for (size_t i = 0; i < n; i++) {
        to[i] = from[i];
    }
}
