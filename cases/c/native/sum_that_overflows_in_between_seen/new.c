static int n;

int f(int x) {
    n += x & 255;
    return n;
}
