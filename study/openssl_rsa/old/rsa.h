#ifndef RSA_H
#define RSA_H

#include <stddef.h>

/* One word is enough for the numbers of this model. */
typedef struct {
    unsigned char word;
} BIGNUM;

typedef struct {
    BIGNUM *p, *q, *n, *e, *d;
} RSA;

#define EVP_PKEY_RSA 6
#define EVP_PKEY_DSA 116

/* A key of any kind. */
typedef struct {
    int type;
    unsigned char p, q, e, d;
} EVP_PKEY;

/* What stands in a file between the lines BEGIN and END. */
typedef struct {
    int encrypted;
    unsigned char p, q, e, d;
} PEM;

BIGNUM *BN_from_word(unsigned char word);

/* These give a key with all five numbers, or NULL. */
RSA *PEM_read_RSAPrivateKey(const PEM *pem, int has_password);
RSA *EVP_PKEY_get1_RSA(const EVP_PKEY *pkey);
RSA *RSA_generate_key(int bits, unsigned char e);

/* A key without numbers. */
RSA *RSA_new(void);
void RSA_free(RSA *key);

/* 1: p and q are primes below 32, n is their product, and d undoes e. */
int RSA_check_key(const RSA *key);
int RSA_size(const RSA *key);

#endif
