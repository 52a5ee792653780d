int client(unsigned x) {
    unsigned char n[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) n[x >> (2 * i) & 3]++;
    return n[0] * 1000 + n[1] * 100 + n[2] * 10 + n[3];
}
