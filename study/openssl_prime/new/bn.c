#include "bn.h"

#define NUMPRIMES 4
static const unsigned int primes[NUMPRIMES] = {2, 3, 5, 7};

/* No witness below this divisor was looked for by trial division. */
#define FIRST_WITNESS 11

unsigned int BN_num_bits(unsigned int a) {
    unsigned int bits = 0;
    while (a != 0 && bits < 32) {
        a >>= 1;
        bits++;
    }
    return bits;
}

/* Is there a divisor up to the root? In this model the witnesses are divisors, tried in order. */
static int witness(unsigned int a, unsigned int first) {
    for (unsigned int divisor = first; divisor * divisor <= a; divisor += 2)
        if (a % divisor == 0)
            return 1;
    return 0;
}

int BN_is_prime_fasttest(unsigned int a, int checks, int do_trial_division) {
    if (a > BN_MAX)
        return -1;
    if (a <= 1)
        return 0;
    if (a % 2 == 0)
        return a == 2;
    if (do_trial_division) {
        for (int i = 1; i < NUMPRIMES; i++)
            if (a % primes[i] == 0)
                return a == primes[i];
        if (checks < 0)
            return -1;
        return !witness(a, FIRST_WITNESS);
    }
    if (checks < 0)
        return -1;
    return !witness(a, 3);
}
