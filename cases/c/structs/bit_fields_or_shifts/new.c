int client(unsigned char x) {
    return (x & 7) << 5 | x >> 3;
}
