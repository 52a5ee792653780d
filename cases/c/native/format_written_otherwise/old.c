#include <stdio.h>

int line(const char *name) {
    return printf("%-8s|\n", name);
}
