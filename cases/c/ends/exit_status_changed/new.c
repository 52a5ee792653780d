#include <stdlib.h>

int client(int x) {
    if (x > 100) exit(4);
    return x;
}
