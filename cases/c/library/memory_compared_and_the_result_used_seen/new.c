#include <string.h>

int f(const char *a, const char *b) { return a[0] != b[0] ? (unsigned char)a[0] - (unsigned char)b[0] : a[1] != b[1] ? 1 : 0; }
