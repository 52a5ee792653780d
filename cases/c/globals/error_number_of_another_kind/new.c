#include <errno.h>

int parse(int n) {
    if ((unsigned)n <= 100) return n;
    errno = EINVAL;
    return -1;
}
