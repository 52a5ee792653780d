def count(n):
    for i in range(n):
        yield i


def client(n: int):
    return next(count(n % 4 + 1))
