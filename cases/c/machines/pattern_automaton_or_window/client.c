void feed(int bit);
int found(void);

int client(unsigned bits) {
    for (int i = 0; i < 6; i++) feed(bits >> i & 1);
    return found();
}
