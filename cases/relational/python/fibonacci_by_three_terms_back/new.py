def fib(n):
    if n < 2:
        return n
    if n == 2:
        return 1
    return 2 * fib(n - 2) + fib(n - 3)
