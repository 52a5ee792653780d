static int seen;

int f(int x) {
    int before = seen;
    seen = 2;
    return x + before;
}
