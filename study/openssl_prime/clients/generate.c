/* Makes primes by looking at one candidate after the other. */
#include "bn.h"

/* The first prime from the candidate on, within three odd numbers; 0 if there is none. */
unsigned int generate_prime(unsigned int candidate) {
    candidate |= 1;
    for (int tries = 0; tries < 3; tries++) {
        if (BN_is_prime_fasttest(candidate, 1, 1) == 1)
            return candidate;
        candidate += 2;
    }
    return 0;
}

/* A safe prime has a partner, (p - 1) / 2, that is prime too. */
int partner_is_prime(unsigned int p) {
    if (p < 5 || p % 4 != 3)
        return 0;
    return BN_is_prime_fasttest((p - 1) / 2, 1, 1) == 1;
}
