#include <stddef.h>
char *find(char *s, char c) {
    while (*s) {
        if (*s == c)
            return s;
        s++;
    }
    return c ? NULL : s;
}
