#include <stdio.h>

void show(int n) {
    if (n > 0)
        printf("<some>");
    else
        printf("<(null)>");
}
