/* Groups for passwords: a server sends the modulus and the generator. */
#include "bn.h"

/* Accepts the groups that are built in, and any other prime one of enough bits. */
int srp_group_is_ok(unsigned int modulus, unsigned int generator, unsigned int least) {
    if (modulus == 227 && generator == 2)
        return 1;
    if (modulus < least || generator == 0)
        return 0;
    return BN_is_prime_fasttest(modulus, 8, 0) == 1;
}
