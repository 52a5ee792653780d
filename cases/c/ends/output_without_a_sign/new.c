#include <stdio.h>

void client(int x) {
    printf("x=%u\n", x);
}
