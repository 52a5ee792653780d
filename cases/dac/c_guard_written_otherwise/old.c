#include <assert.h>

static int mean(int total, int count)
{
    assert(count > 0);
    return total / count;
}

int share(int total, int count)
{
    if (count <= 0)
        return 0;
    return mean(total, count);
}
