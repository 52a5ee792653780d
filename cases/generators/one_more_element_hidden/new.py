def count(n):
    i = 0
    while i <= n:
        yield i
        i += 1


def client(n: int):
    return next(count(n % 4 + 1))
