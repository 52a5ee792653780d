static int square(int x) { return x * x; }
static int absolute(int x) { return x < 0 ? -x : x; }

int f(int a, int b) {
    int r;
    if (a > b)
        r = square(a) - absolute(b);
    else
        r = absolute(a);
    return r;
}
