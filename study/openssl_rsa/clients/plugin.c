/* A plug-in is handed keys by a host program, which may not know all of the numbers. */
#include "parts.h"

int plugin_verify(int known, unsigned char p, unsigned char q, unsigned char d) {
    RSA *key = from_host(known, p, q, d);
    int verdict = RSA_check_key(key);
    RSA_free(key);
    return verdict;
}

/* Only the public part is looked at before, and it is always there. */
int plugin_import(int known, unsigned char p, unsigned char q, unsigned char d, unsigned char wanted) {
    RSA *key = from_host(known, p, q, d);
    int imported = -1;
    if (key->n->word == wanted)
        imported = RSA_check_key(key);
    RSA_free(key);
    return imported;
}

/* Keys come in pairs; the second is looked at if the first is sound. */
int plugin_rotate(int known, unsigned char p, unsigned char q, unsigned char d) {
    RSA *current = RSA_generate_key(6, 3);
    int sound = RSA_check_key(current);
    RSA_free(current);
    if (!sound)
        return 0;
    RSA *next = from_host(known, p, q, d);
    sound = RSA_check_key(next);
    RSA_free(next);
    return sound ? 2 : 1;
}
