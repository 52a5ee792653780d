def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


def client(n: int):
    if n > 8:
        return -1
    return factorial(n)
