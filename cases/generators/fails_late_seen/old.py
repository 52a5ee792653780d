def parts(n):
    yield n
    yield n + 1


def client(n: int):
    return list(parts(n))
