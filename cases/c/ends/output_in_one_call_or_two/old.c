#include <stdio.h>

void client(int x) {
    printf("x=%d\n", x);
}
