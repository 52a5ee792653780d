#include <stddef.h>
#include <stdint.h>
uint32_t adler(const unsigned char *data, size_t len) {
    uint32_t a = 1, b = 0;
    while (len--) {
        unsigned char c = *data++;
        a = (a + c) % 65521;
        b = (b + a) % 65520;
    }
    return (b << 16) + a;
}
