#include <stdio.h>

static int odd(const char *fmt, int x) {
    printf(fmt, x);
    return x * 2;
}

int f(const char*p, int a) {
    return odd(p, a);
}
