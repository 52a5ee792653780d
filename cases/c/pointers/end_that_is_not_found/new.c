#include <stddef.h>
char *find(char *s, char c) {
    for (;; s++) {
        if (*s == '\0')
            return NULL;
        if (*s == c)
            return s;
    }
}
