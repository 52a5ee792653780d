from lib import is_prime


def client(n: int):
    if 1 <= n <= 25:
        return is_prime(n)
    return 0
