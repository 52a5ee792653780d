#include <stddef.h>
const unsigned char *find(const unsigned char *s, int c, size_t n) {
    const unsigned char *end = s + n;
    while (s != end) {
        if (*s == c)
            return s;
        ++s;
    }
    return NULL;
}
