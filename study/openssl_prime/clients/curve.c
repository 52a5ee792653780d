/* A curve over a prime field, as y^2 = x^3 + ax + b. */
#include "bn.h"

/* 1: usable; 0: the curve has a cusp or crosses itself; -1: the field is no prime field. */
int curve_is_usable(unsigned int field, unsigned int a, unsigned int b) {
    if (BN_is_prime_fasttest(field, 1, 1) != 1)
        return -1;
    if (a % field == 0 && b % field == 0)
        return 0;
    return 1;
}
