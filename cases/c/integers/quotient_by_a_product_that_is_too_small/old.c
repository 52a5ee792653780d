#include <stdint.h>
uint32_t tenth(uint32_t x) { return x / 10; }
