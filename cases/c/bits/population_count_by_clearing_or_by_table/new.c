static const unsigned char of_nibble[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

unsigned bits(unsigned char x) {
    return of_nibble[x & 15] + of_nibble[x >> 4];
}
