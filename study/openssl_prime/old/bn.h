#ifndef BN_H
#define BN_H

/* Numbers of this model have eight bits; the library knows no larger ones. */
#define BN_MAX 255

/* 1 prime, 0 composite, -1 too large. With do_trial_division small factors are looked for first. */
int BN_is_prime_fasttest(unsigned int a, int checks, int do_trial_division);

unsigned int BN_num_bits(unsigned int a);

#endif
