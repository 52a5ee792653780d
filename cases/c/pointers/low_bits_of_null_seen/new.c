#include <stdint.h>

int f(int *p) {
    return p != 0;
}
