/* A web server's certificate and key. */
#include "rsa.h"

#define STATUS_OK 0
#define STATUS_NO_KEY 1
#define STATUS_BAD_KEY 2

/* Reads the key that the configuration names. */
int server_load_key(int encrypted, int has_password, unsigned char p, unsigned char q, unsigned char d) {
    PEM pem = {encrypted, p, q, 3, d};
    RSA *key = PEM_read_RSAPrivateKey(&pem, has_password);
    if (key == NULL)
        return STATUS_NO_KEY;
    int status = RSA_check_key(key) ? STATUS_OK : STATUS_BAD_KEY;
    RSA_free(key);
    return status;
}

/* Does the key fit the certificate's modulus? */
int server_key_fits(int type, unsigned char p, unsigned char q, unsigned char d, unsigned char modulus) {
    EVP_PKEY pkey = {type, p, q, 5, d};
    RSA *key = EVP_PKEY_get1_RSA(&pkey);
    if (!key)
        return 0;
    int fits = RSA_check_key(key) && key->n->word == modulus;
    RSA_free(key);
    return fits;
}

/* The key for exports that old browsers ask for, made on the way. */
int server_temporary_key(int export_grade) {
    RSA *key = RSA_generate_key(export_grade ? 6 : 7, 3);
    if (key == NULL)
        return -STATUS_NO_KEY;
    if (!RSA_check_key(key)) {
        RSA_free(key);
        return -STATUS_BAD_KEY;
    }
    int modulus = key->n->word;
    RSA_free(key);
    return modulus;
}
