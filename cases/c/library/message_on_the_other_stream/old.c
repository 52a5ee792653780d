#include <stdio.h>
void f(int a) { fprintf(stderr, "%d\n", a); }
