/* Looks for what is wrong with keys. */
#include "rsa.h"

#define LINT_UNREADABLE 1
#define LINT_INCONSISTENT 2
#define LINT_SMALL_EXPONENT 4

int lint_file(int encrypted, unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    PEM pem = {encrypted, p, q, e, d};
    RSA *key = PEM_read_RSAPrivateKey(&pem, 0);
    if (key == NULL)
        return LINT_UNREADABLE;
    int found = 0;
    if (key->e->word < 5)
        found |= LINT_SMALL_EXPONENT;
    if (!RSA_check_key(key))
        found |= LINT_INCONSISTENT;
    RSA_free(key);
    return found;
}

/* Counts as inconsistent only what is an RSA key at all. */
int lint_store(int type, unsigned char p, unsigned char q, unsigned char d, int strict) {
    EVP_PKEY pkey = {type, p, q, 3, d};
    RSA *key = EVP_PKEY_get1_RSA(&pkey);
    if (key == NULL)
        return strict ? LINT_UNREADABLE : 0;
    int found = RSA_check_key(key) ? 0 : LINT_INCONSISTENT;
    RSA_free(key);
    return found;
}

/* Does the generator keep its promise? */
int lint_generator(int bits, unsigned char e) {
    RSA *key = RSA_generate_key(bits, e);
    if (key == NULL)
        return 0;
    int found = RSA_check_key(key) ? 0 : LINT_INCONSISTENT;
    if (RSA_size(key) != bits)
        found |= LINT_UNREADABLE;
    RSA_free(key);
    return found;
}
