#include <stdio.h>
void show(unsigned char x) {
    static const char digits[] = "0123456789abcdef";
    putchar(digits[x & 15]);
    putchar(digits[x >> 4]);
}
