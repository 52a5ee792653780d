#include <stdlib.h>

static int order(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int middle(int a, int b, int c) {
    int v[3] = { a, b, c };
    qsort(v, 3, sizeof v[0], order);
    return v[1];
}
