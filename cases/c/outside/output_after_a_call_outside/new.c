#include <stdio.h>
extern void ext(void);
void f(void){ ext(); printf("a\n"); }
