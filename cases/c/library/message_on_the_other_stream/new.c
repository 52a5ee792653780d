#include <stdio.h>
void f(int a) { fprintf(stdout, "%d\n", a); }
