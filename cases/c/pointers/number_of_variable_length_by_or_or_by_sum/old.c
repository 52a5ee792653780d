#include <stdint.h>
#include <stddef.h>

size_t read(const uint8_t *p, size_t n, uint32_t *out) {
    uint32_t v = 0;
    for (size_t i = 0; i < n && i < 5; i++) {
        v |= (uint32_t)(p[i] & 0x7f) << (7 * i);
        if (!(p[i] & 0x80)) {
            *out = v;
            return i + 1;
        }
    }
    return 0;
}
