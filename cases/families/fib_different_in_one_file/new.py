def fib(n):
    a, b = 1, 1
    for i in range(n):
        a, b = b, a + b
    return a


def client(n: int):
    if 0 <= n <= 7:
        return fib(n)
    return 0
