#include <stdio.h>
int f(int c){putchar(c);return c;}
