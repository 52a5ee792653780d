#include <string.h>

int f(const char *a, const char *b) { return a[0] != b[0] ? (unsigned char)a[0] < (unsigned char)b[0] : (unsigned char)a[1] < (unsigned char)b[1]; }
