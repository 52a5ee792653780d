int gcd(int a, int b) {
    if (a == 0 || b == 0) return 0;
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
