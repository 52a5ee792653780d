int is_prime(int n);

int client(int n) {
    if (n > 12) {
        return 0;
    }
    return is_prime(n);
}
