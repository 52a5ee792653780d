def is_prime(n):
    if n < 2:
        return 0
    for i in range(2, n):
        if n % i == 0:
            return 0
    return 1


def client(n: int):
    if 1 <= n <= 25:
        return is_prime(n)
    return 0
