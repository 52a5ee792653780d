def go(n, a, b):
    if n <= 0:
        return a
    return go(n - 1, b, a + b)


def fib(n):
    return go(n, 0, 1)
