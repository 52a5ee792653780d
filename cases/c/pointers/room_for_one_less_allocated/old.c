#include <stdlib.h>
int *f(int x) {
    int *p = malloc(2 * sizeof *p);
    if (p) p[0] = p[1] = x;
    return p;
}
