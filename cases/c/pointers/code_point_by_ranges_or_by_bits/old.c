#include <stdint.h>
#include <stddef.h>

int decode(const uint8_t *s, size_t n, uint32_t *out) {
    if (n == 0) return 0;
    uint8_t c = s[0];
    if (c < 0x80) {
        *out = c;
        return 1;
    }
    if (c >= 0xc2 && c <= 0xdf) {
        if (n < 2 || (s[1] & 0xc0) != 0x80) return -1;
        *out = ((uint32_t)(c & 0x1f) << 6) | (s[1] & 0x3f);
        return 2;
    }
    if (c >= 0xe0 && c <= 0xef) {
        if (n < 3 || (s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80) return -1;
        uint32_t v = ((uint32_t)(c & 0xf) << 12) | ((uint32_t)(s[1] & 0x3f) << 6) | (s[2] & 0x3f);
        if (v < 0x800 || (v >= 0xd800 && v <= 0xdfff)) return -1;
        *out = v;
        return 3;
    }
    return -1;
}
