int is_prime(int n) {
    int prime = n > 1;
    for (int i = 2; i < n; i++)
        prime = n % i != 0;
    return prime;
}
int client(int n) { return n >= 0 && n < 30 ? is_prime(n) : -1; }
