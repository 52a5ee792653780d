#include <stdint.h>

int f(int *p) {
    return ((uintptr_t)p & 3) == 0;
}
