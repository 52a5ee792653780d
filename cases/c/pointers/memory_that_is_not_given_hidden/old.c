#include <stdlib.h>

int f(int x) {
    int *p = malloc(sizeof *p);
    if (!p) return -1;
    *p = x;
    int r = *p;
    free(p);
    return r;
}
