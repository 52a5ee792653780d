#include <stdio.h>

static int odd(const char *fmt, int x) {
    printf(fmt, x);
    return x * 2;
}

int f(const char*p, int a) {
    odd(p, a);
    return odd(p, a);
}
