/* Alignment of blocks on stacked devices. */
#include "gcd.h"

/* Sectors are at least one block each: the low bits hold what is beyond the first. */
unsigned int blocks_granularity(unsigned int top, unsigned int bottom) {
    unsigned int top_blocks = (top & 7) + 1;
    unsigned int bottom_blocks = (bottom & 7) + 1;
    return gcd(top_blocks, bottom_blocks);
}

/* Where the data starts when a device is put on another. */
int blocks_alignment(unsigned int top, unsigned int bottom, unsigned int offset) {
    unsigned int common = gcd(top, bottom);
    if (common < 2)
        return 0;
    return offset % common == 0 ? (int)common : -1;
}

/* The larger of two I/O sizes, if one divides the other. */
unsigned int blocks_optimal_size(unsigned int first, unsigned int second) {
    unsigned int larger = first > second ? first : second;
    unsigned int smaller = first > second ? second : first;
    return gcd(first, second) == smaller ? larger : 0;
}
