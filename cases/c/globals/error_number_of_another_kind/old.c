#include <errno.h>

int parse(int n) {
    if (n < 0 || n > 100) {
        errno = ERANGE;
        return -1;
    }
    return n;
}
