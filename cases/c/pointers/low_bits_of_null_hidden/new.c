#include <stdint.h>

int f(int *p) {
    return 1;
}
