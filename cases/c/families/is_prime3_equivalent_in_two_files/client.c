int is_prime(int n);

int client(int n) {
    if (2 <= n && n <= 25) {
        return is_prime(n);
    }
    return 0;
}
