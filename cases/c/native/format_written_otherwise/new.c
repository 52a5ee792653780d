#include <stdio.h>

int line(const char *name) {
    return printf("%-*s|\n", 8, name);
}
