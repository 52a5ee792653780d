#include <ctype.h>
void lower(char *s) {
    while (*s) {
        if (isalpha((unsigned char)*s))
            *s = toupper((unsigned char)*s);
        s++;
    }
}
