#include <stdlib.h>
int *f(int x) {
    int *p = malloc(sizeof *p);
    if (p) p[0] = x;
    return p;
}
