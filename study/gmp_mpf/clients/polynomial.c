/* Values of polynomials. */
#include "mpf.h"

/* The leading part of a + b, each taken modulo 8. */
double poly_eval_at_one(int a, int b) {
    int exp;
    int sum = a % 8 + b % 8;
    mpf_t output = mpf_make(sum < 0, (unsigned char)(sum < 0 ? -sum : sum), 1);
    double res = mpf_get_d_2exp(&exp, &output);
    /* Works around a sign that earlier versions of the library forget. */
    if (mpf_sgn(&output) < 0 && res >= 0.0)
        res = -res;
    return res;
}
