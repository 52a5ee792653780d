#include <stdlib.h>

int f(int x) {
    int *p = malloc(sizeof *p);
    if (p)
        *p = x;
    else
        return -1;
    int r = *p;
    free(p);
    return r;
}
