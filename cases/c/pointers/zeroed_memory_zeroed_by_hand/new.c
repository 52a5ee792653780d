#include <stdlib.h>

int *fresh(int x) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return p;
    p[0] = x;
    p[1] = p[2] = p[3] = 0;
    return p;
}
