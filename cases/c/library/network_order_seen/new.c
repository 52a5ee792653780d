#include <arpa/inet.h>

unsigned f(unsigned x) { return x; }
