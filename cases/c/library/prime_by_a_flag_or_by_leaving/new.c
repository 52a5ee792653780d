int is_prime(int n) {
    if (n < 2) return 0;
    for (int i = 2; i * i <= n; i++)
        if (n % i == 0) return 0;
    return 1;
}
int client(int n) { return n >= 0 && n < 30 ? is_prime(n) : -1; }
