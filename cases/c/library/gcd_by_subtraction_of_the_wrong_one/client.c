int gcd(int a, int b);

int client(int a, int b) {
    if (a < 1 || a > 10 || b < 1 || b > 10) return 0;
    return gcd(a, b);
}
