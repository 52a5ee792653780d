#include <stdlib.h>

int *fresh(int x) {
    int *p = malloc(4 * sizeof *p);
    if (p) p[0] = x;
    return p;
}
