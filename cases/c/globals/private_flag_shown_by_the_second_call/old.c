static int seen;

int f(int x) {
    int before = seen;
    seen = 1;
    return x + before;
}
