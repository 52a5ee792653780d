/* How many bits a computation needs. Only exponents count for that. */
#include "mpf.h"

#define PRECISION_MAX 64

int precision_of(int negative, unsigned char limb, int exp) {
    int bits;
    if (exp < -8 || exp > 8)
        return PRECISION_MAX;
    mpf_t number = mpf_make(negative, limb, exp);
    mpf_get_d_2exp(&bits, &number);
    return bits < 0 ? -bits : bits;
}

/* The larger exponent of two numbers that are to be added. */
int precision_of_sum(int negative, unsigned char first, unsigned char second) {
    int first_exp, second_exp;
    mpf_t a = mpf_make(negative, first, 1);
    mpf_t b = mpf_make(!negative, second, 1);
    (void)mpf_get_d_2exp(&first_exp, &a);
    (void)mpf_get_d_2exp(&second_exp, &b);
    return first_exp > second_exp ? first_exp : second_exp;
}
