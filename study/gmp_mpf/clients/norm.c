/* Sizes of vectors. */
#include "mpf.h"

/* The leading part of a component's absolute value. */
double norm_of_component(int negative, unsigned char limb) {
    int exp;
    mpf_t number = mpf_make(negative, limb, 1);
    double d = mpf_get_d_2exp(&exp, &number);
    return d < 0.0 ? -d : d;
}
