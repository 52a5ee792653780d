#include <stdio.h>
void f(int a) {
    fprintf(stderr, "%d", a);
    fputs("%\n", stderr);
}
