from lib import fib


def client(n: int):
    if 0 <= n <= 7:
        return fib(n)
    return 0
