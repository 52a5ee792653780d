/* Keys out of a format of its own, in which a number may be missing. */
#include "parts.h"

int parse_private_key(int p, int q, int e, int d) {
    RSA *key = RSA_new();
    key->p = parse_number(p);
    key->q = parse_number(q);
    key->n = parse_number(p * q);
    key->e = parse_number(e);
    key->d = parse_number(d);
    int sound = RSA_check_key(key);
    RSA_free(key);
    return sound ? 0 : 1;
}

/* Public keys are files too, without the last line. */
int parse_any_key(int p, int q, int e, int d, int is_private) {
    RSA *key = RSA_new();
    key->p = parse_number(p);
    key->q = parse_number(q);
    key->n = BN_from_word((unsigned char)(p * q));
    key->e = parse_number(e);
    if (is_private)
        key->d = parse_number(d);
    int sound = RSA_check_key(key);
    RSA_free(key);
    return sound;
}
