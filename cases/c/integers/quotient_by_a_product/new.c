#include <stdint.h>
uint32_t tenth(uint32_t x) { return ((uint64_t)x * 0xCCCCCCCDu) >> 35; }
