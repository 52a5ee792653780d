int gcd(int a, int b);

int client(int a, int b) {
    if (a < 1 || a > 12 || b < 1 || b > 12) return 0;
    return gcd(a, b);
}
