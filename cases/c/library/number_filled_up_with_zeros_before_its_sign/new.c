#include <stdio.h>
void f(signed char a) {
    if (a < 0) {
        putchar('-');
        printf("%04d", -a);
    } else {
        printf("%04d", a);
    }
}
