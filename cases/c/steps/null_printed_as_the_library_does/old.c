#include <stdio.h>

void show(int n) {
    printf("<%s>", n > 0 ? "some" : NULL);
}
