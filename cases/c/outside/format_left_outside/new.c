#include <stdio.h>

static const char *const FORMAT = "id-%03u";

int label(char *out, unsigned number) {
    int written = snprintf(out, 16, "id-%03u", number);
    return written;
}
