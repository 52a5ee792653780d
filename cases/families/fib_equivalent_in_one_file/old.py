def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def client(n: int):
    if 0 <= n <= 7:
        return fib(n)
    return 0
