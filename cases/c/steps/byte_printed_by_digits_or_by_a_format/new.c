#include <stdio.h>

void hex(unsigned char b) {
    printf("%02x", b);
}
