template <class T> static T gcd(T a, T b) {
    while (b) {
        T t = a % b;
        a = b;
        b = t;
    }
    return a;
}

unsigned f(unsigned a, unsigned b) {
    return gcd(a, b);
}
