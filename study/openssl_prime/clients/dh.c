/* Parameters of a Diffie-Hellman exchange. They come from peers, so they are checked in full. */
#include "bn.h"

#define CHECK_P_NOT_PRIME 1
#define CHECK_NOT_SUITABLE_GENERATOR 2
#define CHECK_P_TOO_SMALL 4

/* Which of the checks a group fails. */
int dh_check(unsigned int p, unsigned int g) {
    int failed = 0;
    if (p < 16)
        failed |= CHECK_P_TOO_SMALL;
    if (g < 2 || g >= p)
        failed |= CHECK_NOT_SUITABLE_GENERATOR;
    if (BN_is_prime_fasttest(p, 0, 0) != 1)
        failed |= CHECK_P_NOT_PRIME;
    return failed;
}

/* The public part of an exchange, or 0 if the group is not sound. */
unsigned int dh_public(unsigned int p, unsigned int g) {
    if (BN_is_prime_fasttest(p, 4, 0) != 1)
        return 0;
    return g % p;
}
