#include <stdbool.h>

bool f(int a) {
    return a&4;
}
