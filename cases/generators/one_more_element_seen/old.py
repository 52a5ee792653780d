def count(n):
    for i in range(n):
        yield i


def client(n: int):
    return sum(count(n % 4))
