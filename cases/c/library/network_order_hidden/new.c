#include <arpa/inet.h>

unsigned f(unsigned x) { return __builtin_bswap32(x); }
