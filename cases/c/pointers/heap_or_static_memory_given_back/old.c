#include <stdlib.h>
int *f(int x) {
    int *p = malloc(sizeof *p);
    *p = x;
    return p;
}
