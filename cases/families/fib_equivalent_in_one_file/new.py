def fib(n):
    if n < 2:
        return n
    a, b = 0, 1
    for i in range(n):
        a, b = b, a + b
    return a


def client(n: int):
    if 0 <= n <= 7:
        return fib(n)
    return 0
