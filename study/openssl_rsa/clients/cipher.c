/* Decrypts with keys that callers put together themselves. The numbers are used before they are
   checked: a key that lacks one stops the program there, with either version. */
#include "parts.h"

/* All five numbers go into the log. */
int cipher_open(unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    RSA *key = put_together(p, q, e, d);
    int logged = key->p->word + key->q->word + key->n->word + key->e->word + key->d->word;
    int sound = RSA_check_key(key);
    RSA_free(key);
    return sound ? logged : -logged;
}

/* Keys with numbers that are too short are not worth checking. */
int cipher_strength(unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    RSA *key = put_together(p, q, e, d);
    int shortest = key->p->word < key->q->word ? key->p->word : key->q->word;
    if (key->n->word < 15 || key->e->word * key->d->word < 15) {
        RSA_free(key);
        return 0;
    }
    int strength = RSA_check_key(key) ? shortest : -1;
    RSA_free(key);
    return strength;
}

/* Copies the numbers, then checks the copy. */
int cipher_copy(unsigned char p, unsigned char q, unsigned char e, unsigned char d) {
    RSA *key = put_together(p, q, e, d);
    RSA *copy = put_together(key->p->word, key->q->word, key->e->word, key->d->word);
    RSA_free(key);
    int sound = RSA_check_key(copy);
    RSA_free(copy);
    return sound;
}
