unsigned bits(unsigned char x);

unsigned client(unsigned char x) {
    return bits(x);
}
