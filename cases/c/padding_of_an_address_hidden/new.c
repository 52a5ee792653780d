#include <stdint.h>

unsigned long padding(char *p, unsigned long align)
{
    if (align == 0)
        return 0;
    unsigned long at = (uintptr_t)p;
    return (at + align - 1) / align * align - at;
}
