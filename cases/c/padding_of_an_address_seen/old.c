#include <stdint.h>

unsigned long padding(char *p, unsigned long align)
{
    if (align == 0)
        return 0;
    unsigned long address = (uintptr_t)p;
    return (address + align - 1) / align * align - address;
}
