#include <stdlib.h>
int f(size_t n) {
    char *p = malloc(n);
    if (!p) return -1;
    free(p);
    return 0;
}
