#include <stdio.h>

void client(int x) {
    printf("x=");
    printf("%d\n", x);
}
