/* An agent that keeps keys in memory. */
#include "rsa.h"

#define SLOTS 4

/* Adds a key out of a file: the number of keys after that, or -1. */
int agent_add(int held, unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    if (held < 0 || held >= SLOTS)
        return -1;
    PEM pem = {0, p, q, e, d};
    RSA *key = PEM_read_RSAPrivateKey(&pem, 0);
    int sound = key != NULL && RSA_check_key(key) == 1;
    RSA_free(key);
    return sound ? held + 1 : -1;
}

/* Signs a challenge by the textbook, with an exponent of at most three. */
int agent_sign(const unsigned char challenge, int type, unsigned char p, unsigned char q) {
    EVP_PKEY pkey = {type, p, q, 3, 3};
    RSA *key = EVP_PKEY_get1_RSA(&pkey);
    if (key == NULL)
        return -1;
    if (RSA_check_key(key) != 1) {
        RSA_free(key);
        return -2;
    }
    unsigned int signature = challenge * challenge * challenge % key->n->word;
    RSA_free(key);
    return (int)signature;
}

/* Replaces the agent's own key; the old one stays if no sound one can be made. */
int agent_renew(int current, int bits) {
    RSA *key = RSA_generate_key(bits, 3);
    if (key == NULL)
        return current;
    int next = RSA_check_key(key) ? key->n->word : current;
    RSA_free(key);
    return next;
}
