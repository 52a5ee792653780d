unsigned char crc(unsigned char a, unsigned char b, unsigned char c) {
    unsigned char r = a;
    unsigned char next[2] = {b, c};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 8; i++) {
            unsigned char top = r & 0x80;
            r = (unsigned char)(r << 1);
            if (top) r ^= 0x07;
        }
        r ^= next[k];
    }
    return r;
}
