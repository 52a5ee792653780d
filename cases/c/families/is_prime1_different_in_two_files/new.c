int is_prime(int n) {
    if (n < 2) {
        return 0;
    }
    int i = 2;
    while (i * i < n) {
        if (n % i == 0) {
            return 0;
        }
        i = i + 1;
    }
    return 1;
}
