/* The gateway of a private network. */
#include "rsa.h"

/* Reads the first key, and the second only if the first is no good: which of them it takes. */
int vpn_choose_key(unsigned char first, unsigned char second, unsigned char q, unsigned char d) {
    PEM pem = {0, first, q, 3, d};
    RSA *key = PEM_read_RSAPrivateKey(&pem, 0);
    int sound = RSA_check_key(key);
    RSA_free(key);
    if (sound)
        return 1;
    pem.p = second;
    key = PEM_read_RSAPrivateKey(&pem, 0);
    sound = RSA_check_key(key);
    RSA_free(key);
    return sound ? 2 : 0;
}

/* The peer's key must be RSA and large enough. */
int vpn_accept_peer(int type, unsigned char p, unsigned char q, unsigned char d, unsigned char least) {
    EVP_PKEY pkey = {type, p, q, 5, d};
    RSA *key = EVP_PKEY_get1_RSA(&pkey);
    if (key == NULL)
        return 0;
    int accepted = key->n->word >= least && RSA_check_key(key);
    RSA_free(key);
    return accepted;
}

/* Tries sizes from the largest down. */
int vpn_make_key(int largest) {
    for (int bits = largest; bits > largest - 3; bits--) {
        RSA *key = RSA_generate_key(bits, 3);
        int sound = key != NULL && RSA_check_key(key);
        RSA_free(key);
        if (sound)
            return bits;
    }
    return 0;
}
