#include <stdio.h>
extern void e(void);
void f(void){puts("a");e();puts("b");}
