#include <stdlib.h>
int f(unsigned char n) {
    char *p = malloc(n + 1);
    if (!p) return -1;
    p[n] = 7;
    int r = p[n];
    free(p);
    return r;
}
