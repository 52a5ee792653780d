template <class T> static T gcd(T a, T b) {
    for (;;) {
        if (b == 0) return a;
        T t = a % b;
        a = b;
        b = t;
    }
}

unsigned f(unsigned a, unsigned b) {
    return gcd(a, b);
}
