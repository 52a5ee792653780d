#include <stdlib.h>

int f(size_t n) {
    char *p = calloc(8, n & 15);
    int r = p != 0;
    free(p);
    return r;
}
