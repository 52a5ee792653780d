#include <stdio.h>

void hex(unsigned char b) {
    static const char d[] = "0123456789abcdef";
    putchar(d[b >> 4]);
    putchar(d[b & 15]);
}
