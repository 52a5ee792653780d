/* Restores keys, and refuses those that the disk has damaged. */
#include "rsa.h"

/* The last bit of d is the one that the disk loses, and no sound key has an even d:
   0 as it was, 1 with the bit back, -1 lost. */
int backup_repair(unsigned char p, unsigned char q, unsigned char d) {
    PEM pem = {0, p, q, 3, d};
    if (d % 2 == 0)
        pem.d |= 1;
    RSA *key = PEM_read_RSAPrivateKey(&pem, 0);
    if (key == NULL)
        return -1;
    int sound = RSA_check_key(key);
    RSA_free(key);
    if (!sound)
        return -1;
    return d % 2 == 0;
}

int backup_restore(int type, unsigned char p, unsigned char q, unsigned char e, unsigned char d, int force) {
    EVP_PKEY pkey = {type, p, q, e, d};
    RSA *key = EVP_PKEY_get1_RSA(&pkey);
    if (key == NULL)
        return 0;
    if (force) {
        RSA_free(key);
        return 1;
    }
    int sound = RSA_check_key(key);
    RSA_free(key);
    return sound;
}

/* What to keep instead of a key that is lost. */
int backup_replace(int lost, int bits) {
    if (!lost)
        return 0;
    RSA *key = RSA_generate_key(bits, 5);
    if (key == NULL)
        key = RSA_generate_key(6, 3);
    int kept = RSA_check_key(key) ? key->n->word : 0;
    RSA_free(key);
    return kept;
}
