#include <ctype.h>
void lower(char *s) {
    for (unsigned long i = 0; s[i]; i++)
        s[i] = tolower((unsigned char)s[i]);
}
