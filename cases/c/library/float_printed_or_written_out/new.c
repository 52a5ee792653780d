#include <stdio.h>
void f(void){printf("1.250000e+01|0.0001|  2.2|1.50  |+2");}
