#include <stdio.h>
extern void ext(void);
void f(void){ printf("a\n"); ext(); }
