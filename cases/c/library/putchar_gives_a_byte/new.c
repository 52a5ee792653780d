#include <stdio.h>
int f(int c){putchar(c);return (unsigned char)c;}
