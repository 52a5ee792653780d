#include <stdio.h>
void f(void){printf("%.1f",0.25);}
