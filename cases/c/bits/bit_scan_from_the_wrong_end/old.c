int lowest(unsigned x) {
    int n = 0;
    while (!(x & 1)) {
        x >>= 1;
        n++;
    }
    return n;
}
int client(unsigned x) { return x == 0 ? -1 : lowest(x); }
