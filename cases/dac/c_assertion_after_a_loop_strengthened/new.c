#include <assert.h>

int countdown(int n)
{
    int steps = 0;
    while (n > 0) {
        n--;
        steps++;
    }
    assert(n == 0);
    return steps;
}
