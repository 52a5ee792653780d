#include <string.h>
void trim(char *s) {
    size_t n = strlen(s);
    while (n > 0) {
        if (s[n - 1] != ' ')
            break;
        n--;
        s[n] = '\0';
    }
}
