#include <stdlib.h>

int f(size_t n) {
    char *p = calloc(n, 8);
    int r = p != 0;
    free(p);
    return r;
}
