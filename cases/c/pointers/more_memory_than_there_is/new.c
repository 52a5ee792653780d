#include <stdlib.h>
int f(size_t n) {
    char *p = malloc(n);
    free(p);
    return 0;
}
