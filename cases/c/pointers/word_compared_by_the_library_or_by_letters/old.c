#include <string.h>
static int is_yes(const char *s) { return strcmp(s, "yes") == 0; }
int client(const char *s) { return is_yes(s); }
