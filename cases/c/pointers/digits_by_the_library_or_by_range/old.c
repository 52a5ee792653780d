#include <ctype.h>
static int value(int c) { return isdigit(c) ? c - '0' : -1; }
int client(int c) { return c >= 0 && c <= 255 ? value(c) : -1; }
