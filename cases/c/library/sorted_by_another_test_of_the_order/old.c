#include <stdlib.h>
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int f(int a, int b) {
    int both[2] = {a, b};
    qsort(both, 2, sizeof *both, compare);
    return both[0];
}
