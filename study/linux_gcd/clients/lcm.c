#include "gcd.h"

/* Least common multiple; nothing has one with zero. */
unsigned int lcm(unsigned int a, unsigned int b) {
    if (a && b)
        return a / gcd(a, b) * b;
    return 0;
}
