static int n;

int f(int x) {
    n += x;
    return n;
}
