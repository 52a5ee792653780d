unsigned gcd(unsigned a, unsigned b) {
    if (b <= 1) return a;
    return gcd(b, a % b);
}
