#include <stdio.h>

void f(int x) {
    if (0 > x) puts(__FILE__);
}
