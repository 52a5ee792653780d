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

int client(int n) {
    if (n > 12) {
        return 0;
    }
    return is_prime(n);
}
