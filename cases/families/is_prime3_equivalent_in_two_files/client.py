from lib import is_prime


def client(n: int):
    if 2 <= n <= 25:
        return is_prime(n)
    return 0
