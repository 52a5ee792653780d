/* A smart card that imports and makes keys. */
#include "rsa.h"

#define CARD_ERROR -1
#define CARD_FULL -2

int card_import(int slots_left, int encrypted, int pin_is_known, unsigned char p, unsigned char q, unsigned char d) {
    if (slots_left == 0)
        return CARD_FULL;
    PEM pem = {encrypted, p, q, 3, d};
    RSA *key = PEM_read_RSAPrivateKey(&pem, pin_is_known);
    if (key == NULL || !RSA_check_key(key)) {
        RSA_free(key);
        return CARD_ERROR;
    }
    RSA_free(key);
    return slots_left - 1;
}

/* A wrapped key may be of any kind; the card takes RSA keys only. */
int card_unwrap(int type, unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    EVP_PKEY pkey = {type, p, q, e, d};
    if (type == EVP_PKEY_DSA)
        return CARD_ERROR;
    RSA *key = EVP_PKEY_get1_RSA(&pkey);
    if (key == NULL)
        return CARD_ERROR;
    int checked = RSA_check_key(key);
    RSA_free(key);
    return checked ? 0 : CARD_ERROR;
}

int card_make(int slots_left, int bits) {
    if (slots_left <= 0)
        return CARD_FULL;
    RSA *key = RSA_generate_key(bits, 5);
    if (key == NULL)
        return CARD_ERROR;
    int sound = RSA_check_key(key);
    RSA_free(key);
    return sound ? slots_left - 1 : CARD_ERROR;
}
