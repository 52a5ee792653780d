/* Keys as objects of a scripting language; 0 stands for its null. */
#include "rsa.h"

int binding_load(int encrypted, int password_length, unsigned char p, unsigned char q, unsigned char d) {
    PEM pem = {encrypted, p, q, 5, d};
    RSA *key = PEM_read_RSAPrivateKey(&pem, password_length > 0);
    if (!key)
        return 0;
    if (!RSA_check_key(key)) {
        RSA_free(key);
        return 0;
    }
    int handle = 1 + key->p->word;
    RSA_free(key);
    return handle;
}

int binding_is_valid(int type, unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    EVP_PKEY pkey = {type, p, q, e, d};
    RSA *key = EVP_PKEY_get1_RSA(&pkey);
    int valid = key ? RSA_check_key(key) : 0;
    RSA_free(key);
    return valid;
}

int binding_generate(int bits) {
    if (bits < 6)
        bits = 6;
    RSA *key = RSA_generate_key(bits, 3);
    int handle = 0;
    if (key && RSA_check_key(key))
        handle = RSA_size(key);
    RSA_free(key);
    return handle;
}
