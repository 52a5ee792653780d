/* Writes numbers in columns. */
#include "mpf.h"

/* The width of a column for numbers of that size: a sign, digits, a point. */
int format_width(int negative, unsigned char limb) {
    int exp;
    mpf_t number = mpf_make(negative, limb, 2);
    double unused = mpf_get_d_2exp(&exp, &number);
    (void)unused;
    return 2 + exp / 3 + (mpf_sgn(&number) < 0);
}
