#include <stddef.h>

void copy(unsigned char *to, const unsigned char *from, size_t n) {
    while (n-- > 0) {
        *to++ = *from++;
    }
}
