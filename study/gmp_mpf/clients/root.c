/* Starting values for square roots. */
#include "mpf.h"

/* Roots are drawn of what is not negative; the other sign is turned away first. */
double root_start(int negative, unsigned char limb) {
    int exp;
    if (negative)
        return -1.0;
    mpf_t number = mpf_make(0, limb, 1);
    double mantissa = mpf_get_d_2exp(&exp, &number);
    return exp % 2 == 0 ? mantissa : mantissa + 16.0;
}
