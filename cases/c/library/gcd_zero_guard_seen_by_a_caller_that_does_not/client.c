int gcd(int a, int b);

int client(int a, int b) {
    if (a < 0 || a > 12 || b < 0 || b > 12) return 0;
    return gcd(a, b);
}
