#ifndef MPF_H
#define MPF_H

/* Bits of a limb in this model. */
#define GMP_NUMB_BITS 4

/* A floating point number: the limb is its fraction, the sign of size its sign; size 0 is zero. */
typedef struct {
    int size;
    int exp;
    unsigned char limb;
} mpf_t;

mpf_t mpf_make(int negative, unsigned char limb, int exp);
int mpf_sgn(const mpf_t *src);

/* The number as d * 2^exp, where d is whole and its first bit of GMP_NUMB_BITS is set; or 0. */
double mpf_get_d_2exp(int *exp_ptr, const mpf_t *src);

#endif
