#include <stdio.h>

void show(int n) {
    if (n > 0)
        printf("<Some>");
    else
        printf("<(null)>");
}
