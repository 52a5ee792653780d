#include <stdio.h>
int show(int x) {
    x &= 1023;
    printf("%d", x);
    return x < 10 ? 1 : x < 100 ? 2 : x < 1000 ? 3 : 4;
}
