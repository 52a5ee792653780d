#include <stdarg.h>

static int pick(int count, ...) {
    va_list rest;
    va_start(rest, count);
    int first = va_arg(rest, int);
    va_end(rest);
    return first;
}

int f(int x, int y) { return pick(1, 2 * x, y); }
