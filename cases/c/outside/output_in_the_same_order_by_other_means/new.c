#include <stdio.h>
extern void e(void);
void f(void){printf("a\n");e();printf("%s\n","b");}
