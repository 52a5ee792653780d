/* Keys that are put together number by number; any number may be missing. */
#ifndef PARTS_H
#define PARTS_H

#include "rsa.h"

/* Zero stands for a number that is missing. */
static inline RSA *put_together(unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    RSA *key = RSA_new();
    if (p)
        key->p = BN_from_word(p);
    if (q)
        key->q = BN_from_word(q);
    if (p && q)
        key->n = BN_from_word(p * q);
    if (e)
        key->e = BN_from_word(e);
    if (d)
        key->d = BN_from_word(d);
    return key;
}

/* What a line of the file says: the number, or NULL where the line is empty. */
static inline BIGNUM *parse_number(int line) {
    if (line < 0 || line > 255)
        return NULL;
    return BN_from_word((unsigned char)line);
}

#define HAS_P 1
#define HAS_Q 2
#define HAS_D 4

/* The key as the host describes it. */
static inline RSA *from_host(int known, unsigned char p, unsigned char q, unsigned char d) {
    RSA *key = RSA_new();
    key->p = known & HAS_P ? BN_from_word(p) : NULL;
    key->q = known & HAS_Q ? BN_from_word(q) : NULL;
    key->n = BN_from_word(p * q);
    key->e = BN_from_word(3);
    key->d = known & HAS_D ? BN_from_word(d) : NULL;
    return key;
}

#endif
