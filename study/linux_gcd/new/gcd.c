/* Greatest common divisor, after Euclid. */
#include "gcd.h"

unsigned int gcd(unsigned int a, unsigned int b) {
    unsigned int r;

    if (a < b) {
        r = a;
        a = b;
        b = r;
    }
    if (b == 0)
        return a;
    while ((r = a % b) != 0) {
        a = b;
        b = r;
    }
    return b;
}
