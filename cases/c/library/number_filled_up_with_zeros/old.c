#include <stdio.h>
void f(signed char a) { printf("%04d\n", a); }
