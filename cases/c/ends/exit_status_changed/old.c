#include <stdlib.h>

int client(int x) {
    if (x > 100) exit(3);
    return x;
}
