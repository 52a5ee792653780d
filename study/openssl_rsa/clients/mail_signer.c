/* Signs mail on its way out; without a sound key mail passes unsigned. */
#include "rsa.h"

#define UNSIGNED 0

int signer_from_file(int encrypted, unsigned char p, unsigned char q, unsigned char d) {
    PEM pem = {encrypted, p, q, 7, d};
    RSA *key = PEM_read_RSAPrivateKey(&pem, 1);
    int modulus = key != NULL && RSA_check_key(key) ? key->n->word : UNSIGNED;
    RSA_free(key);
    return modulus;
}

/* The store holds keys of other kinds too: for those the exponent tells which. */
int signer_from_store(int type, unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    EVP_PKEY pkey = {type, p, q, e, d};
    RSA *key = EVP_PKEY_get1_RSA(&pkey);
    if (key == NULL)
        return -e;
    int ready = RSA_check_key(key);
    RSA_free(key);
    return ready ? 1 : UNSIGNED;
}

/* Makes a key for the first mail. */
int signer_from_nothing(int bits, unsigned char e) {
    RSA *key = NULL;
    if (bits >= 6 && bits <= 8)
        key = RSA_generate_key(bits, e);
    if (key == NULL)
        return UNSIGNED;
    int ready = RSA_check_key(key);
    RSA_free(key);
    return ready ? bits : -1;
}
