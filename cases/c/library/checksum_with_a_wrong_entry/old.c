unsigned char crc(unsigned char x) {
    for (int i = 0; i < 8; i++)
        x = x & 0x80 ? (unsigned char)(x << 1 ^ 0x07) : (unsigned char)(x << 1);
    return x;
}
unsigned client(unsigned char x) { return crc(x); }
