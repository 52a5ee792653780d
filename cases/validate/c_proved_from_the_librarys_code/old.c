#include "parts.h"

int next(int x) {
    return at_least_zero(x) + 1;
}
