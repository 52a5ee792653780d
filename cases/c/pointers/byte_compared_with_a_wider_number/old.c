#include <stddef.h>
const unsigned char *find(const unsigned char *s, int c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == (unsigned char)c)
            return s + i;
    return NULL;
}
