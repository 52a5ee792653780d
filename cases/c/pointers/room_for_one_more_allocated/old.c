#include <stdlib.h>
int *f(int x) {
    int *p = malloc(sizeof *p);
    if (p) *p = x;
    return p;
}
