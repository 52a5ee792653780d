template <class F> static int apply(F g, int n) {
    int s = 0;
    for (int i = 0; i < 3; ++i) s += g(i, n);
    return s;
}

int f(int n) {
    return apply([](int i, int n) { return (n & 255) * i; }, n);
}
