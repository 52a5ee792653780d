#include <errno.h>
int f(int x) {
    if (x >= 0) return x >> 1;
    errno = EINVAL;
    return -1;
}
