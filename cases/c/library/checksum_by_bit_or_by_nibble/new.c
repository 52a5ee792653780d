static const unsigned char table[16] = {
    0x00, 0x07, 0x0e, 0x09, 0x1c, 0x1b, 0x12, 0x15, 0x38, 0x3f, 0x36, 0x31, 0x24, 0x23, 0x2a, 0x2d,
};
unsigned char crc(unsigned char x) {
    x = (unsigned char)(x << 4 ^ table[x >> 4]);
    return (unsigned char)(x << 4 ^ table[x >> 4]);
}
unsigned client(unsigned char x) { return crc(x); }
