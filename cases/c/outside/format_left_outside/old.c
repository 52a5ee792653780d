#include <stdio.h>

int label(char *out, unsigned number) {
    return snprintf(out, 16, "id-%03u", number);
}
