#include <stdlib.h>
extern void log_it(int);
int f(int x) {
    int *p = malloc(sizeof *p);
    *p = x;
    log_it(x);
    int r = *p;
    free(p);
    return r;
}
