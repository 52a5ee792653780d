#include <stdlib.h>
int *f(int x) {
    int *p = malloc(2 * sizeof *p);
    if (p) *p = x;
    return p;
}
