#include "mpf.h"

mpf_t mpf_make(int negative, unsigned char limb, int exp) {
    mpf_t number = {0, 0, 0};
    limb &= (1 << GMP_NUMB_BITS) - 1;
    if (limb != 0) {
        number.size = negative ? -1 : 1;
        number.exp = exp;
        number.limb = limb;
    }
    return number;
}

int mpf_sgn(const mpf_t *src) {
    return src->size < 0 ? -1 : src->size != 0;
}

/* How many bits of a limb are zero before the first that is not; the limb is not 0. */
static int count_leading_zeros(unsigned char limb) {
    int count = 0;
    while ((limb & 0x8) == 0) {
        limb = (unsigned char)(limb << 1);
        count++;
    }
    return count;
}

static double limb_get_d(unsigned char limb, int shift) {
    return (double)(limb << shift);
}

double mpf_get_d_2exp(int *exp_ptr, const mpf_t *src) {
    int size = src->size;
    int cnt;

    if (size == 0) {
        *exp_ptr = 0;
        return 0.0;
    }
    cnt = count_leading_zeros(src->limb);
    *exp_ptr = (src->exp - 1) * GMP_NUMB_BITS - cnt;
    return limb_get_d(src->limb, cnt);
}
