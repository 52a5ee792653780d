#include <stdio.h>
void f(void){printf("0.3");}
