from lib import is_prime


def client(n: int):
    if n > 12:
        return False
    return is_prime(n)
