#include <stdarg.h>
#include <stdio.h>

static int complain(int code, const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    vfprintf(stderr, format, rest);
    va_end(rest);
    return code;
}

int f(int x) { return x < 0 ? complain(-1, "bad %d (at most %d)\n", x, 20) : 0; }
