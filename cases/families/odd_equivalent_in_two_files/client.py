from lib import odd


def client(n: int):
    if 0 <= n <= 20:
        return odd(n)
    return False
