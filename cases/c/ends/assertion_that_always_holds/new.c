#include <assert.h>

int client(int x) {
    int quarter = (x & 15) >> 2;
    assert(quarter >= 0 && quarter < 4);
    return quarter;
}
