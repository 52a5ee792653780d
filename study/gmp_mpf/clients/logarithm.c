/* Logarithms. */
#include "log2.h"
#include "mpf.h"

int log_real(int negative, unsigned char limb, int exp_in) {
    int exp;
    mpf_t number = mpf_make(negative, limb, exp_in % 16);
    double d = mpf_get_d_2exp(&exp, &number);
    return exp + whole_log2(d);
}
