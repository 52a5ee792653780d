#include <stdio.h>

static int odd(const char *fmt, int x) {
    printf(fmt, x);
    return x * 2;
}

int f(const char*p, int a) {
    int r = odd(p, a);
    if (a > 3) return r + 1;
    return r;
}
