#include <stdio.h>
void f(void){printf("%e|%g|%5.1f|%-6.2f|%+.0f",12.5,0.0001,2.25,1.5,2.5);}
