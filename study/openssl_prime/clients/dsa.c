/* Parameters of signatures: q is a small prime that divides p - 1. */
#include "bn.h"

int dsa_parameters_are_ok(unsigned int p, unsigned int q) {
    if (q < 3 || p <= q)
        return 0;
    if ((p - 1) % q != 0)
        return 0;
    return BN_is_prime_fasttest(q, 2, 1) == 1;
}
