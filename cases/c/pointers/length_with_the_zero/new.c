#include <stddef.h>
size_t length(const char *s) {
    const char *p = s;
    while (*p++)
        ;
    return (size_t)(p - s);
}
