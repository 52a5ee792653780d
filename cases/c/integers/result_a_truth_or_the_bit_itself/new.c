#include <stdbool.h>

int f(int a) {
    return a&4;
}
