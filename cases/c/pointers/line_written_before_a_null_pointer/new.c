#include <stdio.h>

void report(int *at)
{
    *at = 1;
    puts("begin");
}
