#include <stdio.h>

void hex(unsigned char b) {
    printf("%2x", b);
}
