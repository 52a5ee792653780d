/* Primes for keys after X9.31: the next one from a start that is known to have no small factor. */
#include "bn.h"

/* How far the next prime is, at most two odd numbers on; -1 if there is none. */
int x931_next_prime(unsigned int start) {
    unsigned int candidate = start | 1;
    for (int step = 0; step < 2; step++, candidate += 2)
        if (BN_is_prime_fasttest(candidate, 1, 0) == 1)
            return step;
    return -1;
}
