def fib(n):
    if n < 2:
        return n
    a = 0
    b = 1
    i = 0
    while i < n:
        a, b = b, a + b
        i = i + 1
    return b
