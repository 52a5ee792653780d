/* The command line tool that says whether a number is prime. */
#include "bn.h"

#define EXIT_PRIME 0
#define EXIT_NOT_PRIME 1
#define EXIT_USAGE 2

int prime_command(unsigned int number, int checks, int quiet) {
    if (checks < 0)
        return EXIT_USAGE;
    int prime = BN_is_prime_fasttest(number, checks, 1);
    if (prime < 0)
        return EXIT_USAGE;
    if (quiet)
        return prime ? EXIT_PRIME : EXIT_NOT_PRIME;
    return prime ? EXIT_PRIME : EXIT_NOT_PRIME + 10;
}
