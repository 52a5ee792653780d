#include "rsa.h"

#include <stdlib.h>

/* The primes below 32, a bit each. */
static const unsigned char sieve[4] = {0xac, 0x28, 0x8a, 0xa0};

static int is_prime(const BIGNUM *number) {
    unsigned int word = number->word;
    return word < 32 && (sieve[word / 8] >> (word % 8) & 1);
}

BIGNUM *BN_from_word(unsigned char word) {
    BIGNUM *number = malloc(sizeof *number);
    number->word = word;
    return number;
}

RSA *RSA_new(void) {
    RSA *key = malloc(sizeof *key);
    key->p = NULL;
    key->q = NULL;
    key->n = NULL;
    key->e = NULL;
    key->d = NULL;
    return key;
}

void RSA_free(RSA *key) {
    if (key == NULL)
        return;
    free(key->p);
    free(key->q);
    free(key->n);
    free(key->e);
    free(key->d);
    free(key);
}

static RSA *with_numbers(unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    RSA *key = RSA_new();
    key->p = BN_from_word(p);
    key->q = BN_from_word(q);
    key->n = BN_from_word(p * q);
    key->e = BN_from_word(e);
    key->d = BN_from_word(d);
    return key;
}

RSA *PEM_read_RSAPrivateKey(const PEM *pem, int has_password) {
    if (pem->encrypted && !has_password)
        return NULL;
    return with_numbers(pem->p, pem->q, pem->e, pem->d);
}

RSA *EVP_PKEY_get1_RSA(const EVP_PKEY *pkey) {
    if (pkey->type != EVP_PKEY_RSA)
        return NULL;
    return with_numbers(pkey->p, pkey->q, pkey->e, pkey->d);
}

RSA *RSA_generate_key(int bits, unsigned char e) {
    if (e == 3 && bits == 6)
        return with_numbers(3, 11, 3, 7);
    if (e == 3 && bits == 7)
        return with_numbers(5, 17, 3, 43);
    if (e == 5 && bits == 6)
        return with_numbers(5, 7, 5, 5);
    return NULL;
}

int RSA_size(const RSA *key) {
    int bits = 0;
    for (unsigned int word = key->n->word; word != 0; word >>= 1)
        bits++;
    return bits;
}

int RSA_check_key(const RSA *key) {
    if (!key->p || !key->q || !key->n || !key->e || !key->d)
        return 0;
    if (!is_prime(key->p) || !is_prime(key->q))
        return 0;
    if (key->n->word != (unsigned char)(key->p->word * key->q->word))
        return 0;
    unsigned int excess = key->d->word * key->e->word - 1;
    return excess % (key->p->word - 1) == 0 && excess % (key->q->word - 1) == 0;
}
