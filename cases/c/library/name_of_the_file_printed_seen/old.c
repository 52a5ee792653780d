#include <stdio.h>

void f(int x) {
    if (x < 0) puts(__FILE__);
}
