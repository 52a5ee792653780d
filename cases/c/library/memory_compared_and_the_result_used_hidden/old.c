#include <string.h>

int f(const char *a, const char *b) { return memcmp(a, b, 2) < 0; }
