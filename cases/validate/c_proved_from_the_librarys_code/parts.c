#include "parts.h"

int at_least_zero(int x) {
    return x < 0 ? 0 : x;
}

int positive_part(int x) {
    return x > 0 ? x : 0;
}
